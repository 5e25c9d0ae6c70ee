/** Mails by SMTP, against the simulator's mail server. */
import { Letterbox, type MailServer, startMailServer } from '@pasar/simulator';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { Mailer } from '../src/mail/mailer.ts';

let letterbox: Letterbox;
let server: MailServer;
const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
beforeEach(async () => {
  letterbox = new Letterbox(() => 1);
  server = await startMailServer(letterbox, 0);
  lines.length = 0;
});
afterEach(() => server.close());

function mailerAt(url: string): Mailer {
  const { mail } = readConfig({ PASAR_SMTP_URL: url, PASAR_MAIL_FROM: 'Pasar <desk@pasar.example>' });
  if (mail === null) throw new Error('no mail server is configured');
  return new Mailer(mail, log);
}
const MAIL = { to: 'mei@shop.example', subject: '验证码', text: 'Your code is 123456.\n\nร้าน' };

test('a mail arrives as it was written', async () => {
  const mailer = mailerAt(server.url);
  expect(await mailer.fault()).toBeNull();
  expect(await mailer.send(MAIL)).toBe(true);
  await mailer.close();
  expect(letterbox.letters).toEqual([{ ...MAIL, channel: 'mail', at: 1 }]);
});

test('a mail is for one person, whatever the address looks like', async () => {
  const mailer = mailerAt(server.url);
  await mailer.send({ ...MAIL, to: 'mei@shop.example, other@shop.example' });
  await mailer.close();
  expect(letterbox.letters.filter(({ to }) => to === 'other@shop.example')).toEqual([]);
});

test('a mail that is not taken is told by its reason, and the log has neither person nor words', async () => {
  letterbox.isRefusing = true;
  const refused = mailerAt(server.url);
  expect(await refused.send(MAIL)).toBe(false);
  await refused.close();
  const stranger = mailerAt(server.url.replace(/:[^:@]*@/, ':wrong@'));
  expect(await stranger.fault()).toBe('EAUTH');
  expect(await stranger.send(MAIL)).toBe(false);
  await stranger.close();
  const away = mailerAt('smtp://127.0.0.1:1');
  expect(await away.send(MAIL)).toBe(false);
  await away.close();
  expect(lines.map((line) => JSON.parse(line) as { event: string; reason: string })).toMatchObject([
    { event: 'mail_not_sent', reason: 'EMESSAGE' },
    { event: 'mail_not_sent', reason: 'EAUTH' },
    { event: 'mail_not_sent', reason: 'ESOCKET' },
  ]);
  for (const hidden of ['mei', '123456', 'wrong']) expect(lines.join('')).not.toContain(hidden);
});

test('a process that stops waits for the mails that are on their way', async () => {
  const mailer = mailerAt(server.url);
  const sending = mailer.send(MAIL);
  await mailer.close();
  expect(letterbox.letters).toHaveLength(1);
  expect(await sending).toBe(true);
});

test('the setting says where the mail server is, with which login and from whom', () => {
  const place = (url: string) => readConfig({ PASAR_SMTP_URL: url, PASAR_MAIL_FROM: 'a@b.example' }).mail;
  expect(place('smtps://u%40x:p@mail.example')).toMatchObject({ port: 465, isSecure: true, login: { user: 'u@x' } });
  expect(place('smtp://mail.example')).toMatchObject({ port: 587, isSecure: false, login: null });
  expect(() => readConfig({ PASAR_SMTP_URL: 'smtp://mail.example' })).toThrow('PASAR_MAIL_FROM');
});
