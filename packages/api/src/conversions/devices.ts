import type { ApiObject } from "@svc/meta";
import type { Conversion } from "@svc/schema";

/**
 * Kinds for devices and their requests. Older versions differ from the stored one in three fields.
 */

type Members = Readonly<Record<string, unknown>>;
type Change = (value: Members) => Members;

/** The conversion of one member; an absent member stays absent. */
function within(name: string, change: Change): Change {
  return (object) => {
    const value = object[name];
    return value === undefined || value === null ? object : { ...object, [name]: change(value as Members) };
  };
}

function each(name: string, change: Change): Change {
  return (object) => {
    const list = object[name];
    return Array.isArray(list) ? { ...object, [name]: list.map((item: Members) => change(item)) } : object;
  };
}

/**
 * In the older versions the requested devices are members of the request itself. A request without
 * any of these members has no exact part.
 */
const requestToStorage: Change = ({ name, firstAvailable, ...exact }) => ({
  name,
  ...(Object.values(exact).some((value) => value !== undefined && value !== "" && value !== 0)
    ? { exactly: exact }
    : {}),
  ...(firstAvailable === undefined ? {} : { firstAvailable }),
});

const requestFromStorage: Change = ({ exactly, ...request }) => ({
  deviceClassName: "",
  ...(exactly as Members | undefined),
  ...request,
});

/** The description of a device is in a member of its own. */
const deviceToStorage: Change = ({ name, basic }) => ({ ...(basic as Members | undefined), name });
const deviceFromStorage: Change = ({ name, ...basic }) => ({ name, basic });

/** The capacity of a device is a quantity, not an object with one. */
const amountsToStorage: Change = (amounts) =>
  Object.fromEntries(Object.entries(amounts).map(([key, value]) => [key, { value }]));
const amountsFromStorage: Change = (amounts) =>
  Object.fromEntries(
    Object.entries(amounts).map(([key, amount]) => [key, (amount as { value?: unknown }).value ?? "0"]),
  );

function conversion(toStorage: Change, fromStorage: Change): Conversion {
  const converted =
    (change: Change) =>
    (object: ApiObject): ApiObject => ({ metadata: object.metadata, ...change(object as unknown as Members) });
  return { toStorage: converted(toStorage), fromStorage: converted(fromStorage) };
}

const requests = (change: Change): Change => within("spec", within("devices", each("requests", change)));
const devices = (change: Change): Change => within("spec", each("devices", change));
const capacity = (change: Change): Change => devices(within("basic", within("capacity", change)));

const claim = conversion(requests(requestToStorage), requests(requestFromStorage));
const template = conversion(within("spec", requests(requestToStorage)), within("spec", requests(requestFromStorage)));
const slice = conversion(devices(deviceToStorage), devices(deviceFromStorage));
const plainSlice = conversion(
  (object) => devices(deviceToStorage)(capacity(amountsToStorage)(object)),
  (object) => capacity(amountsFromStorage)(devices(deviceFromStorage)(object)),
);

/** By version and kind. */
export const deviceConversions: Readonly<Record<string, Conversion>> = {
  "v1beta1/ResourceClaim": claim,
  "v1beta1/ResourceClaimTemplate": template,
  "v1beta1/ResourceSlice": slice,
  "v1alpha3/ResourceClaim": claim,
  "v1alpha3/ResourceClaimTemplate": template,
  "v1alpha3/ResourceSlice": plainSlice,
};
