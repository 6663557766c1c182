import { byteLength, type Dialect, dns1123Subdomain } from "@svc/meta";
import type { storagev1 } from "@svc/types";
import { type Check, members, named, needed, text } from "../common/check.ts";
import { immutable } from "../common/equal.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { inlineVolumeSpec } from "../core/persistent-volume-spec.ts";
import { csiDriverName } from "../core/volume-plugins.ts";

const subdomain = named(dns1123Subdomain);

const maxMetadataBytes = 256 * 1024;
const maxMessageBytes = 1024;

const volumeError = members<storagev1.VolumeError>({
  // The message names the limit of metadata.
  message: (message, at) => {
    if (byteLength(message) > maxMessageBytes) at.tooLong(maxMetadataBytes);
  },
});

const status = members<storagev1.VolumeAttachmentStatus>({
  attachmentMetadata: (map, at) => {
    let bytes = 0;
    for (const [key, value] of Object.entries(map)) bytes += byteLength(key) + byteLength(value);
    if (bytes > maxMetadataBytes) at.tooLong(maxMetadataBytes);
  },
  attachError: volumeError,
  detachError: volumeError,
});

const exactlyOne = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";

export function volumeAttachment(dialect: Dialect): KindValidation {
  const object = attachment(dialect);
  return kind<storagev1.VolumeAttachment>({
    create: (value, at) => {
      object(value, at);
      const { attacher = "", source } = value.spec;
      csiDriverName(attacher, at.field("spec").field("attacher"));
      const { persistentVolumeName: name } = source;
      if (name !== undefined) subdomain(name, at.field("spec").field("source").field("persistentVolumeName"));
    },
    update: (value, old, at) => {
      object(value, at);
      object(value, at);
      immutable(value.spec, old.spec, at.field("spec"));
    },
    subresources: {
      status: (value, _old, at) => {
        object(value, at);
        object(value, at);
      },
    },
  });
}

function attachment(dialect: Dialect): Check<storagev1.VolumeAttachment> {
  const inline = inlineVolumeSpec(dialect);
  const source: Check<storagev1.VolumeAttachmentSource> = (
    { inlineVolumeSpec: spec, persistentVolumeName: name },
    at,
  ) => {
    if (spec === undefined && name === undefined) return at.required(exactlyOne);
    if (spec !== undefined && name !== undefined) return at.forbidden(exactlyOne);
    if (name === "") at.field("persistentVolumeName").required("must specify non empty persistentVolumeName");
    if (spec !== undefined) inline(spec, at.field("inlineVolumeSpec"));
  };
  const spec = members<storagev1.VolumeAttachmentSpec>({
    attacher: needed(),
    source,
    nodeName: text(subdomain),
  });
  return members<storagev1.VolumeAttachment>({ spec, status });
}
