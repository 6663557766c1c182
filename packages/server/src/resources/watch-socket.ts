import {
  acceptWebSocket,
  encodeFrame,
  type HttpResponse,
  offeredSubprotocols,
  offersWebSocket,
  opcodes,
  type ResponseWriter,
  webSocketUpgrade,
} from "@svc/http";
import type { Form } from "../encode/form.ts";
import type { RequestContent } from "../request/request-state.ts";
import type { Framing } from "./watch-framing.ts";

/** The length prefix of a protobuf event: WebSocket messages have their own length. */
const lengthPrefixBytes = 4;

/** Events as messages of a WebSocket: text for JSON, binary for other formats. */
export function socketFraming(framing: Framing, { format }: Form): Framing {
  const opcode = format === "protobuf" || format === "cbor" ? opcodes.binary : opcodes.text;
  const skipped = format === "protobuf" ? lengthPrefixBytes : 0;
  const message = (frame: Buffer): Buffer => encodeFrame(opcode, frame.subarray(skipped));
  return {
    event: (event, isFirst) => message(framing.event(event, isFirst)),
    initial: (item, isFirst) => message(framing.initial(item, isFirst)),
    bookmark: (revision, initialEventsEnd) => message(framing.bookmark(revision, initialEventsEnd)),
    error: (error) => message(framing.error(error)),
  };
}

/** The owner of a watch's WebSocket; exactly one of its functions is called. */
interface SocketOwner {
  /** @param writer of messages */
  readonly open: (writer: ResponseWriter) => void;
  /** The client is gone. */
  readonly cancel: () => void;
}

/** Opens the WebSocket of a watch. */
export type OpenSocket = (owner: SocketOwner) => HttpResponse;

/**
 * The response of a watch over a WebSocket: undefined for other watches, a response for a rejected
 * offer.
 */
export function watchSocket(request: RequestContent): OpenSocket | HttpResponse | undefined {
  if (!offersWebSocket(request)) return undefined;
  const upgrade = webSocketUpgrade(request);
  if (upgrade === undefined) return refusal("missing or bad WebSocket Version", ["Sec-WebSocket-Version", "13"]);
  const [protocol, ...more] = offeredSubprotocols(request).filter((name) => !name.startsWith(tokenPrefix));
  if (more.length > 0) return refusal("");
  const origin = request.header("origin");
  if (origin === undefined || !URL.canParse(origin)) return { ...refusal(""), status: 403 };
  return ({ open, cancel }) =>
    acceptWebSocket(request, upgrade, {
      ...(protocol === undefined ? {} : { protocol }),
      // Messages of clients have no meaning and are discarded.
      onOpen: ({ frames }) => open(frames),
      onCancel: cancel,
    });
}

/** Browsers cannot set headers, so tokens are sent as sub-protocols; they were read already. */
const tokenPrefix = "base64url.bearer.authorization.";

function refusal(text: string, headers: readonly string[] = []): HttpResponse {
  return { status: 400, headers: [...headers, "Connection", "close"], body: Buffer.from(text) };
}
