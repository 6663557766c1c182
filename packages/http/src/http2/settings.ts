import { ConnectionError, errorCode, flag, frameOf, frameType, maxFrameBytes, maxWindow } from "./frames.ts";

/** Source: RFC 9113, section 6.5.2; RFC 8441, section 3. */
const setting = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
  enableConnectProtocol: 8,
} as const;

const settingBytes = 6;
const largestFrameSize = 2 ** 24 - 1;

/** The settings that a server sends. */
export interface OwnSettings extends ClientSettings {
  readonly maxStreams: number;
}

/** The settings that a client sends. */
export interface ClientSettings {
  readonly streamWindow: number;
  readonly maxHeaderBytes: number;
}

export function settingsFrame({ maxStreams, streamWindow, maxHeaderBytes }: OwnSettings): Buffer {
  return frameOfSettings([
    [setting.maxConcurrentStreams, maxStreams],
    [setting.initialWindowSize, streamWindow],
    [setting.maxHeaderListSize, maxHeaderBytes],
    [setting.enableConnectProtocol, 1],
  ]);
}

export function clientSettingsFrame({ streamWindow, maxHeaderBytes }: ClientSettings): Buffer {
  return frameOfSettings([
    [setting.enablePush, 0],
    [setting.initialWindowSize, streamWindow],
    [setting.maxHeaderListSize, maxHeaderBytes],
  ]);
}

function frameOfSettings(values: readonly (readonly [id: number, value: number])[]): Buffer {
  const payload = Buffer.alloc(settingBytes * values.length);
  for (const [i, [id, value]] of values.entries())
    payload.writeUInt32BE(value, payload.writeUInt16BE(id, settingBytes * i));
  return frameOf({ type: frameType.settings, flags: 0, stream: 0 }, payload);
}

export const settingsAck: Buffer = frameOf({ type: frameType.settings, flags: flag.ack, stream: 0 }, Buffer.alloc(0));

/** Applies the client's settings; settings without an effect are only validated. */
export interface SettingsListener {
  headerTable(bytes: number): void;
  streamWindow(bytes: number): void;
  /** Maximum of concurrent streams of a client. */
  maxStreams?(streams: number): void;
}

/** @throws {ConnectionError} */
export function readSettings(payload: Buffer, listener: SettingsListener): void {
  if (payload.length % settingBytes !== 0)
    throw new ConnectionError(errorCode.frameSizeError, "the length of SETTINGS is no multiple of six");
  let streamWindow: number | undefined;
  const lastOf: SettingsListener = {
    headerTable: (bytes) => listener.headerTable(bytes),
    streamWindow: (bytes) => (streamWindow = bytes),
    maxStreams: (streams) => listener.maxStreams?.(streams),
  };
  for (let at = 0; at < payload.length; at += settingBytes)
    readSetting(payload.readUInt16BE(at), payload.readUInt32BE(at + 2), lastOf);
  // Adjusting the windows of all streams is expensive: only the last value in a frame is applied.
  if (streamWindow !== undefined) listener.streamWindow(streamWindow);
}

function readSetting(id: number, value: number, listener: SettingsListener): void {
  switch (id) {
    case setting.headerTableSize:
      listener.headerTable(value);
      break;
    case setting.enablePush:
      if (value > 1) throw new ConnectionError(errorCode.protocolError, "ENABLE_PUSH is neither 0 nor 1");
      break;
    case setting.maxConcurrentStreams:
      listener.maxStreams?.(value);
      break;
    case setting.initialWindowSize:
      if (value > maxWindow) throw new ConnectionError(errorCode.flowControlError, "a window is too large");
      listener.streamWindow(value);
      break;
    case setting.maxFrameSize:
      if (value < maxFrameBytes || value > largestFrameSize)
        throw new ConnectionError(errorCode.protocolError, "the size of frames is out of bounds");
      break;
    // Unknown settings are ignored.
  }
}
