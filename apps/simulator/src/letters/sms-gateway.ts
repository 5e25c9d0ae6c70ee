/**
 * A gateway for short messages by the published call SendSms of Alibaba Cloud (2017-05-25): a GET request, signed with
 * HMAC-SHA1 by the signature version 1.0. What it refuses has the codes that the provider publishes.
 */
import { createHmac } from 'node:crypto';
import type { Letterbox } from './letterbox.ts';

export const SMS_ACCESS = {
  keyId: 'simulated-sms-key',
  keySecret: 'simulated-sms-secret',
  signName: 'Pasar',
  template: 'SMS_100000001',
} as const;

export interface SmsAnswer {
  readonly status: number;
  readonly body: { readonly Code: string; readonly Message: string; readonly RequestId: string };
}

/** A request is good for this long, and its nonce for one use. */
const GOOD_FOR_MS = 15 * 60_000;

export class SmsGateway {
  readonly #letterbox: Letterbox;
  readonly #now: () => number;
  readonly #nonces = new Set<string>();

  constructor(letterbox: Letterbox, now: () => number) {
    this.#letterbox = letterbox;
    this.#now = now;
  }

  /** `query` is the part of the address behind the `?`. */
  send(query: string): SmsAnswer {
    const given = new URLSearchParams(query);
    const of = (name: string): string => given.get(name) ?? '';
    const code = this.#faultOf(query, of);
    const answer = { Code: code ?? 'OK', Message: code ?? 'OK', RequestId: crypto.randomUUID() };
    if (code !== null) return { status: code.startsWith('isv.') ? 200 : 400, body: answer };
    const text = `【${of('SignName')}】Your code is ${codeOf(of('TemplateParam'))}. It is good for ten minutes.`;
    this.#letterbox.put({ to: of('PhoneNumbers'), channel: 'sms', subject: '', text });
    return { status: 200, body: answer };
  }

  #faultOf(query: string, of: (name: string) => string): string | null {
    if (of('AccessKeyId') !== SMS_ACCESS.keyId) return 'InvalidAccessKeyId.NotFound';
    if (of('Signature') !== signatureOf(query)) return 'SignatureDoesNotMatch';
    const at = Date.parse(of('Timestamp'));
    if (Number.isNaN(at) || Math.abs(this.#now() - at) > GOOD_FOR_MS) return 'InvalidTimeStamp.Expired';
    if (this.#nonces.has(of('SignatureNonce'))) return 'SignatureNonceUsed';
    this.#nonces.add(of('SignatureNonce'));
    if (of('Action') !== 'SendSms' || of('Version') !== '2017-05-25') return 'InvalidAction.NotFound';
    if (of('SignName') !== SMS_ACCESS.signName) return 'isv.SMS_SIGNATURE_ILLEGAL';
    if (of('TemplateCode') !== SMS_ACCESS.template) return 'isv.SMS_TEMPLATE_ILLEGAL';
    if (!/^1\d{10}$/.test(of('PhoneNumbers'))) return 'isv.MOBILE_NUMBER_ILLEGAL';
    if (codeOf(of('TemplateParam')) === '') return 'isv.TEMPLATE_MISSING_PARAMETERS';
    return this.#letterbox.isRefusing ? 'isv.BUSINESS_LIMIT_CONTROL' : null;
  }
}

/** Of the query as it came, so that a wrong encoding is refused. */
function signatureOf(query: string): string {
  const signed = query
    .split('&')
    .filter((part) => !part.startsWith('Signature='))
    .toSorted((left, right) => ((left.split('=')[0] ?? '') < (right.split('=')[0] ?? '') ? -1 : 1))
    .join('&');
  const words = `GET&%2F&${encodeURIComponent(signed).replaceAll('*', '%2A')}`;
  return createHmac('sha1', `${SMS_ACCESS.keySecret}&`).update(words).digest('base64');
}

function codeOf(template: string): string {
  try {
    const read: unknown = JSON.parse(template);
    return typeof read === 'object' && read !== null && 'code' in read ? String(read.code) : '';
  } catch {
    return '';
  }
}
