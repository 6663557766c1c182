/**
 * How much is handed over at once. What is written while something waits is copied together first, and encrypted as a whole
 * before any of it leaves: a large body goes piece by piece, each when the one before has been taken.
 */
export const pieceBytes: number = 256 * 1024;
/** Most answers of several parts are single objects, and most of what streams send together is as short. */
export const smallPieceBytes: number = 32 * 1024;
const sizes = [smallPieceBytes, pieceBytes] as const;
/** So much of each size waits for answers to come, enough for sixteen large ones at the same time; each body that is being written holds one more. */
const keptBytes = 4 * 1024 * 1024;

/**
 * Where pieces are put together, again and again. Of buffers made for one answer each V8 counts the bytes, and some hundred
 * answers a second would have it look through the whole heap several times a second.
 */
export interface Rooms {
  /** One that has room for so many bytes, or for a piece, with whatever was in it. @param bytes @default a piece */
  take(bytes?: number): Buffer;
  /** Nobody reads from it any more. */
  give(room: Buffer): void;
}

export function createRooms(): Rooms {
  const free = new Map<number, Buffer[]>(sizes.map((size) => [size, []]));
  return {
    take: (bytes = pieceBytes) => {
      const size = sizes.find((each) => each >= bytes) ?? pieceBytes;
      return free.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
    },
    give: (room) => {
      const waiting = free.get(room.length);
      if (waiting !== undefined && (waiting.length + 1) * room.length <= keptBytes) waiting.push(room);
    },
  };
}
