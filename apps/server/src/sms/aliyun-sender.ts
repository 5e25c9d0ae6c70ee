import type { Logger } from 'pino';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { logEvent } from '../log.ts';
import { aliyunSignature, sortedQuery } from './aliyun-signature.ts';
import type { SmsSender } from './sms-sender.ts';

/** The operator's access to Alibaba Cloud's Short Message Service: PASAR_SMS_URL and the other PASAR_SMS settings. */
export interface AliyunPlace {
  readonly url: string;
  readonly keyId: string;
  readonly keySecret: string;
  /** The name of the sender, which the provider has approved. */
  readonly signName: string;
  /** A template with the one variable `code`, which the provider has approved. */
  readonly template: string;
}
export interface AliyunParts {
  readonly place: AliyunPlace;
  readonly now: () => number;
  readonly log: Logger;
}

/** A person waits for the code (our choice). */
const TIMEOUT_MS = 10_000;
/** The provider answers with the same shape whether it took the message or not; `OK` says that it did. */
const answerShape = z.object({ Code: z.string().max(100) });

/** Speaks the published call SendSms of the version 2017-05-25, as a GET request with the signature 1.0. */
export class AliyunSender implements SmsSender {
  readonly #parts: AliyunParts;
  readonly #agent = new Agent({ connections: 4 });
  readonly #running = new Set<Promise<boolean>>();

  constructor(parts: AliyunParts) {
    this.#parts = parts;
  }

  send(mobile: string, code: string): Promise<boolean> {
    const sending = this.#send(mobile, code);
    this.#running.add(sending);
    void sending.finally(() => this.#running.delete(sending));
    return sending;
  }

  async close(): Promise<void> {
    await Promise.all(this.#running);
    await this.#agent.destroy();
  }

  async #send(mobile: string, code: string): Promise<boolean> {
    const why = await this.#ask(mobile, code);
    if (why === 'OK') return true;
    logEvent(this.#parts.log, 'sms_not_sent', { reason: why });
    return false;
  }

  /** The provider's code, or why there is none. The words beside it may name the number. */
  async #ask(mobile: string, code: string): Promise<string> {
    const { place, now } = this.#parts;
    const parameters = {
      AccessKeyId: place.keyId,
      Action: 'SendSms',
      Format: 'JSON',
      PhoneNumbers: mobile,
      RegionId: 'cn-hangzhou',
      SignName: place.signName,
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: crypto.randomUUID(),
      SignatureVersion: '1.0',
      TemplateCode: place.template,
      TemplateParam: JSON.stringify({ code }),
      Timestamp: new Date(now()).toISOString().replace(/\.\d+Z$/, 'Z'),
      Version: '2017-05-25',
    };
    const signed = { ...parameters, Signature: aliyunSignature(parameters, place.keySecret) };
    try {
      const response = await request(`${place.url}?${sortedQuery(signed)}`, {
        dispatcher: this.#agent,
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const read = answerShape.safeParse(await response.body.json());
      return read.success ? read.data.Code : `status ${response.statusCode}`;
    } catch (error) {
      if (error instanceof Error) return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
      throw error;
    }
  }
}
