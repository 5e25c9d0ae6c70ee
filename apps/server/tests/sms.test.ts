/** Codes by short message, against the simulator's gateway, which speaks Alibaba Cloud's wire. */
import { createServer, type Server } from 'node:http';
import { Letterbox, SMS_ACCESS, SmsGateway } from '@pasar/simulator';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { AliyunSender } from '../src/sms/aliyun-sender.ts';
import { ConsoleSender } from '../src/sms/console-sender.ts';
import { closeServer, listen, portOf } from './harness/proxy.ts';

const NOW = Date.parse('2026-11-23T08:00:00Z');
const MOBILE = '13800138000';
let letterbox: Letterbox;
let server: Server;
let gatewayNow = NOW;
const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
beforeEach(async () => {
  gatewayNow = NOW;
  lines.length = 0;
  letterbox = new Letterbox(() => NOW);
  const gateway = new SmsGateway(letterbox, () => gatewayNow);
  server = createServer(({ url = '' }, response) => {
    const { status, body } = gateway.send(url.split('?')[1] ?? '');
    response.writeHead(status).end(JSON.stringify(body));
  });
  await listen(server, '127.0.0.1', 0);
});
afterEach(() => closeServer(server));

/** Sends one code with these settings; the reasons in the log. */
async function send(more: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const { sms } = readConfig({
    PASAR_SMS_PROVIDER: 'aliyun',
    PASAR_SMS_URL: `http://127.0.0.1:${portOf(server)}/`,
    PASAR_SMS_KEY_ID: SMS_ACCESS.keyId,
    PASAR_SMS_KEY_SECRET: SMS_ACCESS.keySecret,
    PASAR_SMS_SIGN_NAME: SMS_ACCESS.signName,
    PASAR_SMS_TEMPLATE: SMS_ACCESS.template,
    ...more,
  });
  if (sms === null || sms === 'console') throw new Error('no provider is configured');
  const sender = new AliyunSender({ place: sms, now: () => NOW, log });
  const isSent = await sender.send(MOBILE, '123456');
  await sender.close();
  expect(isSent).toBe(lines.length === 0);
  return lines.map((line) => (JSON.parse(line) as { reason: string }).reason);
}

test('a code arrives', async () => {
  expect(await send()).toEqual([]);
  expect(letterbox.letters).toMatchObject([
    { to: MOBILE, channel: 'sms', text: expect.stringContaining('123456') as unknown },
  ]);
});

test.each([
  ['InvalidAccessKeyId.NotFound', { PASAR_SMS_KEY_ID: 'another' }],
  ['SignatureDoesNotMatch', { PASAR_SMS_KEY_SECRET: 'another' }],
  ['isv.SMS_SIGNATURE_ILLEGAL', { PASAR_SMS_SIGN_NAME: '别的 (签名)*' }],
  ['isv.SMS_TEMPLATE_ILLEGAL', { PASAR_SMS_TEMPLATE: 'SMS_2' }],
  ['ECONNREFUSED', { PASAR_SMS_URL: 'http://127.0.0.1:1/' }],
])('a refusal %s stands in the log without the number and the code', async (reason, more) => {
  expect(await send(more)).toEqual([reason]);
  for (const hidden of [MOBILE, '123456', SMS_ACCESS.keySecret]) expect(lines.join('')).not.toContain(hidden);
  expect(letterbox.letters).toEqual([]);
});

test('the gateway refuses a request that is too old', async () => {
  gatewayNow = NOW + 16 * 60_000;
  expect(await send()).toEqual(['InvalidTimeStamp.Expired']);
});

test('the console tells the code to the operator, and the setting has to say so', async () => {
  expect(readConfig({}).sms).toBeNull();
  expect(readConfig({ PASAR_SMS_PROVIDER: 'console' }).sms).toBe('console');
  expect(() => readConfig({ PASAR_SMS_PROVIDER: 'aliyun' })).toThrow('PASAR_SMS_KEY_ID');
  const said: string[] = [];
  expect(await new ConsoleSender((line) => void said.push(line)).send(MOBILE, '123456')).toBe(true);
  expect(said).toEqual([`The code for ${MOBILE} is 123456.`]);
});
