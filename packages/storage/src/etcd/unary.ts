import type { Clock } from "@svc/base";
import type { Call } from "./call.ts";
import type { Connection } from "./connection.ts";
import { GrpcError, grpcCode } from "./grpc-error.ts";
import type { MessageWriter } from "./protobuf.ts";

interface UnaryOptions {
  readonly method: string;
  readonly request: MessageWriter;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends one request and returns its response.
 * @throws {GrpcError} the reason of `signal`
 */
export function unary(connection: Connection, options: UnaryOptions): Promise<Buffer> {
  const { method, request, headers, clock, signal } = options;
  const timeoutMs = Math.max(1, Math.ceil(options.timeoutMs));
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    let response: Buffer | undefined;
    const end = (error: unknown): void => {
      timer.cancel();
      signal?.removeEventListener("abort", abort);
      if (error !== undefined) reject(error);
      else if (response === undefined) reject(new GrpcError(grpcCode.unavailable, "an answer without a message"));
      else resolve(response);
    };
    const call: Call = connection.open(
      method,
      { ...headers, "grpc-timeout": `${timeoutMs}m` },
      {
        onMessage: (message) => {
          response = message;
        },
        onEnd: end,
      },
    );
    const abort = (): void => {
      end(signal?.reason);
      call.cancel();
    };
    const timer = clock.after(timeoutMs, () => {
      end(new GrpcError(grpcCode.deadlineExceeded, `no answer from ${connection.endpoint} within ${timeoutMs} ms`));
      connection.retire();
      call.cancel();
    });
    signal?.addEventListener("abort", abort, { once: true });
    call.send(request);
    call.finish();
  });
}
