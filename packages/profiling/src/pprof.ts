import { gzipSync } from "node:zlib";
import { WireWriter } from "@svc/base/protobuf";

/** A place in a program. */
export interface Frame {
  readonly name: string;
  readonly file: string;
  /** Of the function, from 1. */
  readonly startLine: number;
  /** That runs, from 1. */
  readonly line: number;
}

/** Values that were measured at one place. */
export interface PprofSample {
  /** From the innermost call to the outermost. */
  readonly stack: readonly Frame[];
  /** In the order of the profile's types. */
  readonly values: readonly number[];
}

/** The unit of a value: `cpu` in `nanoseconds`. */
export interface ValueType {
  readonly type: string;
  readonly unit: string;
}

/** A profile as `go tool pprof` reads it. */
export interface Pprof {
  readonly types: readonly ValueType[];
  readonly samples: readonly PprofSample[];
  readonly periodType: ValueType;
  /** Of `periodType`, between two samples. */
  readonly period: number;
  /** When it began, in milliseconds since 1970. */
  readonly startedMs: number;
  readonly durationMs: number;
}

/**
 * Writes a profile, compressed with gzip.
 * Source: `profile.proto` of pprof.
 */
export function encodePprof(profile: Pprof): Buffer {
  const tables = createTables();
  const writer = new WireWriter(1 << 16);
  for (const type of profile.types) message(writer, 1, () => writeType(writer, type, tables));
  for (const { stack, values } of profile.samples) {
    const locations = stack.map((frame) => tables.location(frame));
    message(writer, 2, () => {
      message(writer, 1, () => {
        for (const id of locations) writer.varint(id);
      });
      message(writer, 2, () => {
        for (const value of values) writer.integer(Math.round(value));
      });
    });
  }
  tables.writeTo(writer);
  number(writer, 9, BigInt(Math.round(profile.startedMs)) * 1_000_000n);
  number(writer, 10, Math.round(profile.durationMs * 1e6));
  message(writer, 11, () => writeType(writer, profile.periodType, tables));
  number(writer, 12, profile.period);
  // Last, since all fields before may have added to it.
  for (const value of tables.strings()) {
    writer.varint(6 * 8 + 2);
    writer.string(value);
  }
  return gzipSync(writer.finish());
}

interface Tables {
  text(value: string): number;
  /** The identifier of the location of a frame, from 1. */
  location(frame: Frame): number;
  writeTo(writer: WireWriter): void;
  /** In the order of their indices; the first is empty. */
  strings(): Iterable<string>;
}

/** Samples name frames and strings by number; equal ones have the same. */
function createTables(): Tables {
  const texts = new Map<string, number>([["", 0]]);
  const functions = new Map<string, { readonly id: number; readonly frame: Frame }>();
  const locations = new Map<string, { readonly id: number; readonly functionId: number; readonly line: number }>();
  const text = (value: string): number => {
    const known = texts.get(value);
    if (known !== undefined) return known;
    texts.set(value, texts.size);
    return texts.size - 1;
  };
  const functionOf = (frame: Frame): number => {
    const key = `${frame.name}\0${frame.file}\0${frame.startLine}`;
    const known = functions.get(key);
    if (known !== undefined) return known.id;
    functions.set(key, { id: functions.size + 1, frame });
    return functions.size;
  };
  return {
    text,
    location: (frame) => {
      const functionId = functionOf(frame);
      const key = `${functionId} ${frame.line}`;
      const known = locations.get(key);
      if (known !== undefined) return known.id;
      locations.set(key, { id: locations.size + 1, functionId, line: frame.line });
      return locations.size;
    },
    writeTo: (writer) => {
      for (const { id, functionId, line } of locations.values()) {
        message(writer, 4, () => {
          number(writer, 1, id);
          message(writer, 4, () => {
            number(writer, 1, functionId);
            number(writer, 2, line);
          });
        });
      }
      for (const { id, frame } of functions.values()) {
        message(writer, 5, () => {
          number(writer, 1, id);
          number(writer, 2, text(frame.name));
          number(writer, 3, text(frame.name));
          number(writer, 4, text(frame.file));
          number(writer, 5, frame.startLine);
        });
      }
    },
    strings: () => texts.keys(),
  };
}

function writeType(writer: WireWriter, { type, unit }: ValueType, { text }: Tables): void {
  number(writer, 1, text(type));
  number(writer, 2, text(unit));
}

function number(writer: WireWriter, field: number, value: number | bigint): void {
  writer.varint(field * 8);
  writer.integer(value);
}

function message(writer: WireWriter, field: number, write: () => void): void {
  writer.varint(field * 8 + 2);
  writer.message(write);
}
