import { describe, expect, test } from 'vitest';
import { COMMANDS, type CommandName } from '../commands.ts';
import { replyStatusReaders } from './reply-status.ts';
import {
  OPERATION_STATUSES,
  PROPERTY_STATUSES,
  RESPONSE_STATUSES,
  SEND_STATUSES,
  type StatusTable,
  statusKind,
  statusRow,
  VOIP_STATUSES,
} from './statuses.ts';

const told = (table: StatusTable) => table.rows.map(({ code, advice, isUndone }) => `${code} ${advice} ${isUndone}`);

describe('IM-S12 every status has an advice', () => {
  test('the envelope: spec 3 §8 and the public numbers beside it', () => {
    expect(told(RESPONSE_STATUSES)).toEqual([
      '0 done false',
      '1 refresh true',
      '2 stop true',
      '3 stop true',
      '4 stop true',
      '5 stop true',
      '6 retry false',
      '7 stop true',
      '8 tellUser true',
      '9 tellUser true',
      '10 tellUser true',
      '11 tellUser true',
      '12 tellUser true',
      '13 tellUser true',
      '14 tellUser true',
      '15 stop true',
      '16 retry true',
      '17 tellUser true',
      '18 tellUser true',
      '19 tellUser true',
      '100 refresh true',
      '429 retry true',
      '500 retry false',
      '100017 stop true',
    ]);
  });

  test('sending: spec 3 §4.2', () => {
    expect(told(SEND_STATUSES)).toEqual([
      '0 done false',
      '1 tellUser true',
      '2 tellUser true',
      '3 tellUser true',
      '4 tellUser false',
      '5 tellUser true',
    ]);
  });

  test('properties: spec 3 §8', () => {
    expect(told(PROPERTY_STATUSES)).toEqual([
      '0 done false',
      '1 done false',
      '2 tellUser true',
      '3 stop true',
      '4 tellUser true',
      '500 retry false',
    ]);
  });

  test('calls: spec 3 §8', () => {
    expect(told(VOIP_STATUSES)).toEqual([
      '0 done false',
      '4 stop true',
      '18 stop true',
      '19 stop true',
      '20 tellUser true',
      '21 tellUser true',
    ]);
  });

  test('conversation changes: facts §3', () => {
    expect(told(OPERATION_STATUSES)).toEqual([
      '0 done false',
      '1 tellUser true',
      '2 tellUser false',
      '3 tellUser true',
      '4 tellUser true',
      '5 tellUser true',
      '6 tellUser true',
    ]);
  });

  test('no table names a code twice', () => {
    for (const table of [RESPONSE_STATUSES, SEND_STATUSES, PROPERTY_STATUSES, VOIP_STATUSES, OPERATION_STATUSES]) {
      expect(table.byCode.size).toBe(table.rows.length);
    }
  });

  test('an unknown code is told to the user and leaves the outcome in doubt', () => {
    expect(statusRow(SEND_STATUSES, 77)).toEqual({ code: 77, name: 'STATUS_77', advice: 'tellUser', isUndone: false });
  });

  test('the short kind of a status and its row never contradict each other', () => {
    const kinds = Map.groupBy(RESPONSE_STATUSES.rows, ({ code }) => statusKind(code));
    expect(Object.fromEntries([...kinds].map(([kind, rows]) => [kind, rows.map(({ code }) => code)]))).toEqual({
      ok: [0],
      token: [1, 100],
      busy: [16, 429],
      server: [6, 500],
      refused: [2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19, 100_017],
    });
    for (const { code, advice, isUndone } of RESPONSE_STATUSES.rows) {
      const kind = statusKind(code);
      expect(kind === 'busy' || kind === 'server', `status ${code}`).toBe(advice === 'retry');
      if (advice === 'retry') expect(kind === 'busy', `status ${code}`).toBe(isUndone);
      expect(kind === 'token', `status ${code}`).toBe(advice === 'refresh');
    }
    expect(statusKind(77)).toBe('refused');
  });

  test('every reply with a status field is read', () => {
    const withStatus = Object.entries(COMMANDS).flatMap(([name, { response }]) => {
      const fields = response.schema?.fields.map((field) => field.name) ?? [];
      return fields.includes('status') || fields.includes('status_code') ? [name] : [];
    });
    // The reply to 411 is not read by any caller.
    expect([...replyStatusReaders].sort()).toEqual(
      withStatus.filter((name) => name !== ('inputStatus' satisfies CommandName)).sort(),
    );
  });
});
