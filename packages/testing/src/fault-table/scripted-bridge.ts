import type { Bridge, HttpRequest, HttpResponse } from '@pasar/bridge';
import type { WireAnswer } from '@pasar/connector-kit';
import { type Fault, toError } from './faults.ts';

/** A bridge without a network: every request meets the fault, or the example's answer. Its clock does not wait. */
export interface ScriptedBridge {
  readonly bridge: Bridge;
  readonly asked: readonly HttpRequest[];
  /** The waits between attempts. Milliseconds. */
  readonly waited: readonly number[];
}

export function createScriptedBridge(fault: Fault | null, answer: WireAnswer): ScriptedBridge {
  const asked: HttpRequest[] = [];
  const waited: number[] = [];
  let now = Date.UTC(2026, 10, 21);
  const cookies = new Map<string, string>();
  const bridge: Bridge = {
    http: {
      async request(request) {
        asked.push(request);
        const isStruck = fault !== null && (fault.times === null || asked.length <= fault.times);
        if (!isStruck || fault.stroke.kind === 'carried') return toResponse(answer.status, answer.headers, answer.text);
        if (fault.stroke.kind === 'broken') throw toError(fault.stroke);
        return toResponse(fault.stroke.status, {}, fault.stroke.text);
      },
    },
    sockets: { open: () => Promise.reject(new Error('no socket belongs to a single call')) },
    cookies: {
      get: (_url, name) => cookies.get(name) ?? null,
      set: (_url, name, value) => void cookies.set(name, value),
      serialize: () => JSON.stringify([...cookies]),
    },
    clock: {
      now: () => now,
      after(delayMs, run) {
        let isCancelled = false;
        queueMicrotask(() => {
          if (isCancelled) return;
          waited.push(delayMs);
          now += delayMs;
          run();
        });
        return () => {
          isCancelled = true;
        };
      },
    },
    uuid: () => '00000000-0000-4000-8000-000000000000',
    close: async () => undefined,
  };
  return { bridge, asked, waited };
}

const toResponse = (status: number, headers: WireAnswer['headers'], text: string): HttpResponse => {
  const bytes = new TextEncoder().encode(text);
  return { status, headers, bytes, text };
};
