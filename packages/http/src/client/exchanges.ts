import type { Dispatcher } from "undici";
import type { Exchange, ExchangeRequest, ResponseReceiver } from "./exchange.ts";
import { OriginExchanges, type OriginOptions } from "./origin-exchanges.ts";

interface ExchangesOptions extends Omit<OriginOptions, "dispatcher"> {
  /** Of HTTP/1.1; made when it is first needed. */
  readonly createDispatcher: () => Dispatcher;
}

/** The exchanges of one client. */
export interface Exchanges {
  start(request: ExchangeRequest, receiver: ResponseReceiver): Exchange;
  /** Closes connections when their exchanges are over. */
  close(): void;
}

/** Creates exchanges; they open no connection yet. */
export function createExchanges({ createDispatcher, ...options }: ExchangesOptions): Exchanges {
  const origins = new Map<string, OriginExchanges>();
  let dispatcher: Dispatcher | undefined;
  return {
    start: (request, receiver) => {
      let origin = origins.get(request.origin);
      if (origin === undefined) {
        dispatcher ??= createDispatcher();
        origin = new OriginExchanges(request.origin, { ...options, dispatcher });
        origins.set(request.origin, origin);
      }
      return origin.start(request, receiver);
    },
    close: () => {
      for (const origin of origins.values()) origin.close();
      origins.clear();
      void dispatcher?.close().catch(() => undefined);
    },
  };
}
