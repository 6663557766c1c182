/** gRPC status codes that the client distinguishes. */
export const grpcCode: {
  readonly canceled: 1;
  readonly invalidArgument: 3;
  readonly deadlineExceeded: 4;
  readonly notFound: 5;
  readonly permissionDenied: 7;
  readonly resourceExhausted: 8;
  readonly failedPrecondition: 9;
  readonly outOfRange: 11;
  readonly unimplemented: 12;
  readonly unavailable: 14;
  readonly dataLoss: 15;
  readonly unauthenticated: 16;
} = {
  canceled: 1,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  outOfRange: 11,
  unimplemented: 12,
  unavailable: 14,
  dataLoss: 15,
  unauthenticated: 16,
};

/** A call failed, by the server's status or with its connection. */
export class GrpcError extends Error {
  override readonly name = "GrpcError";
  readonly code: number;
  /** True if the server certainly never received the request. */
  readonly unsent: boolean;

  constructor(code: number, message: string, options: ErrorOptions & { readonly unsent?: boolean } = {}) {
    super(message, options);
    this.code = code;
    this.unsent = options.unsent ?? false;
  }
}
