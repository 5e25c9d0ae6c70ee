import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Mail } from './mail/mailer.ts';
import { freeShareOf, OperatorWatch } from './operator-watch.ts';

const MINUTE_MS = 60_000;

it('tells the operator once that the database or the disk is away, and once that it is back', async () => {
  let now = 0;
  let isThere = true;
  let free: number | null = 0.5;
  let isMailThere = true;
  const sent: Mail[] = [];
  const watch = new OperatorWatch({
    address: 'operator@x',
    send: async (mail) => {
      if (isMailThere) sent.push(mail);
      return isMailThere;
    },
    freeDisk: async () => free,
    isDatabaseThere: async () => isThere,
    place: 'desk.example',
    now: () => now,
    log: pino({ level: 'silent' }),
  });
  const subjects = () => sent.map(({ subject }) => subject);
  const minutes = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      now += MINUTE_MS;
      await watch.look();
    }
  };
  await minutes(3);
  isThere = false;
  await minutes(2);
  expect(sent).toEqual([]);
  await minutes(5);
  expect(sent).toEqual([
    {
      to: 'operator@x',
      subject: '[Pasar] The database is away',
      text: expect.stringContaining('The database is away: desk.example.'),
    },
  ]);
  isThere = true;
  free = 0.01;
  isMailThere = false;
  await minutes(5);
  isMailThere = true;
  await minutes(1);
  expect(subjects().slice(1)).toEqual([
    '[Pasar] The database answers again',
    '[Pasar] The disk is away or almost full',
  ]);
  free = null;
  await minutes(3);
  free = 0.5;
  await minutes(3);
  expect(subjects().slice(3)).toEqual(['[Pasar] The disk has room again']);
});

it('knows how much of a disk is free, and that a folder is away', async () => {
  expect(await freeShareOf(import.meta.dirname)).toBeGreaterThan(0);
  expect(await freeShareOf('/nowhere/at/all')).toBeNull();
});
