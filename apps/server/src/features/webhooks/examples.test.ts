import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { webhookBody } from '@pasar/api';
import { WEBHOOK_EVENTS, WEBHOOK_TEST } from '@pasar/domain';
import { expect, test } from 'vitest';
import { z } from 'zod';

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/webhooks.md'), 'utf8');
const EXAMPLE = /^### ([\w.]+)\n[^#]*?```json\n(.*?)\n```/gms;
const examples = new Map([...page.matchAll(EXAMPLE)].map(([, name = '', text = '']) => [name, text]));

test('the page for receivers has every event', () => {
  expect([...examples.keys()].toSorted()).toEqual([...WEBHOOK_EVENTS, WEBHOOK_TEST].toSorted());
});

test.each([...WEBHOOK_EVENTS, WEBHOOK_TEST])(
  'the example of %s has the fields of the contract and no other',
  (name) => {
    const example: unknown = JSON.parse(examples.get(name) ?? 'null');
    expect(example).toMatchObject({ type: name });
    // Parsing drops every field that the contract does not know.
    expect(z.json().parse(webhookBody.parse(example))).toEqual(example);
  },
);
