import { expect, test } from 'vitest';
import { webhookAddresses } from './webhook-address.ts';

/** Whether a webhook may have the address, without and with PASAR_WEBHOOK_PRIVATE. */
test.each([
  ['http://8.8.8.8/', false, false],
  ['https://8.8.8.8/', true, true],
  ['https://hooks.example.com/path?key=1', true, true],
  ['https://user:word@hooks.example.com/', false, false],
  ['https://10.1.2.3/', false, true],
  ['https://192.168.0.1:8443/', false, true],
  ['https://[fd00::1]/', false, true],
  ['https://intranet/', false, true],
  ['https://127.0.0.1/', false, true],
  ['http://127.0.0.1:9000/', false, true],
  ['http://localhost:9000/', false, true],
  ['http://10.1.2.3/', false, false],
  ['https://169.254.169.254/', false, false],
  ['https://[fe80::1]/', false, false],
  ['https://168.63.129.16/', false, false],
  ['https://8.8.8.8:25/', false, false],
  ['ftp://8.8.8.8/', false, false],
  ['no address', false, false],
])('%s', (address, isAllowed, isAllowedWhenPrivate) => {
  expect(webhookAddresses(false).allows(address)).toBe(isAllowed);
  expect(webhookAddresses(true).allows(address)).toBe(isAllowedWhenPrivate);
});
