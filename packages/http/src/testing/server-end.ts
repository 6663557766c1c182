import { Duplex } from "node:stream";

/** A socket as far as a server needs one. */
export class ServerEnd extends Duplex {
  written = "";
  readonly remoteAddress = "192.0.2.1";
  #isHeld = false;
  #held: (() => void) | undefined;

  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    const held = this.#held;
    this.#held = undefined;
    held?.();
  }

  destroySoon(): void {
    this.end(() => this.destroy());
  }

  override _read(): void {
    // Bytes come when the client sends them.
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.written += chunk.toString("latin1");
    if (this.#isHeld) this.#held = done;
    else setImmediate(done);
  }
}
