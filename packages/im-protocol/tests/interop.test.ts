import { join } from 'node:path';
import { type DescMessage, equals } from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt';
import protobufjs from 'protobufjs';
import { describe, expect, test } from 'vitest';
import { decodeMessage, encodeMessage, MESSAGES, messageToJson } from '../src/index.ts';
import { openProtoc } from './support/protoc.ts';
import { seeded } from './support/random.ts';
import { generated, type ValueOptions } from './support/values.ts';
import { parseMessage, writeWire } from './support/wire-tree.ts';

const PLAIN: ValueOptions = { density: 0.8, unlisted: false, hostileKeys: false };
const messages: readonly (readonly [string, DescMessage])[] = [...MESSAGES];

test('IM-I1 the schema has every message tested below', () => {
  expect(messages.length).toBeGreaterThan(155);
});

describe('protoc', () => {
  const protoc = openProtoc();

  test.each(messages)('IM-I1 protoc reads and writes %s as we do', (name, desc) => {
    for (const density of [1, 0.5]) {
      const message = generated(desc, seeded(name.length * 31 + density), { ...PLAIN, density });
      const text = protoc.decode(name, encodeMessage<DescMessage>(desc, message));
      // protoc shows an unknown field by its number.
      expect(text).not.toMatch(/^\s*\d+[:{ ]/m);
      const back = decodeMessage(desc, protoc.encode(name, text));
      expect(equals(desc, back, message), `${name}: ${text}`).toBe(true);
    }
  });
});

const root = new protobufjs.Root();
root.resolvePath = (_origin, target) => join(import.meta.dirname, '../proto', target);
root.loadSync(['im_proto/envelope.proto', 'im_proto/beyond.proto']);

describe('protobufjs', () => {
  const theirs = { longs: String, bytes: String, enums: Number } as const;

  test.each(messages)('IM-I2 protobufjs reads and writes %s as we do', (name, desc) => {
    const type = root.lookupType(`im_proto.${name}`);
    const random = seeded(name.length * 7 + 1);
    for (let round = 0; round < 20; round += 1) {
      const message = generated(desc, random, PLAIN);
      const read = type.decode(encodeMessage<DescMessage>(desc, message));
      expect(snakeCased(type, type.toObject(read, theirs))).toEqual(messageToJson(desc, message));
      const back = decodeMessage(desc, type.encode(read).finish());
      expect(equals(desc, back, message)).toBe(true);
    }
  });
});

describe('required fields', () => {
  const required = messages.flatMap(([name, desc]) =>
    desc.fields
      .filter(({ presence }) => presence === FeatureSet_FieldPresence.LEGACY_REQUIRED)
      .map((field) => [name, field.name, desc, field.number] as const),
  );

  test('IM-F2 they are those of the wire protocol document', () => {
    expect(required.map(([name, field]) => `${name}.${field}`).sort()).toEqual([
      'ClientACKRequestBody.cmd',
      'ClientACKRequestBody.start_time_stamp',
      'Frame.ExtendedEntry.key',
      'Frame.ExtendedEntry.value',
      'Frame.logid',
      'Frame.method',
      'Frame.seqid',
      'Frame.service',
      // Not in the document, which has no such command.
      'GetStrangerUnreadCountResponseBody.user_unread_count',
      'ModifyMessageExtRequestBody.conversation_short_id',
      'ModifyMessageExtRequestBody.message_id',
      'ModifyMessageExtRequestBody.ticket',
      'ProfileGetInfoRequestBody.userid',
      'ReferenceInfo.hint',
      'ReferenceInfo.ref_message_type',
      'ReferenceInfo.referenced_message_id',
      'ReferenceInfo.referenced_message_status',
      'ReferencedMessageInfo.hint',
      'ReferencedMessageInfo.referenced_message_id',
      'UnReadCountReportResponseBody.set_total_status',
    ]);
  });

  test.each(required)('IM-I2 without %s.%s both refuse the message', (name, field, desc, number) => {
    const whole = encodeMessage<DescMessage>(desc, generated(desc, seeded(number), { ...PLAIN, density: 0 }));
    const bytes = writeWire(parseMessage(desc, whole).filter(({ no }) => no !== number));
    expect(() => decodeMessage(desc, bytes)).toThrow(expect.objectContaining({ code: 'missing_field', field }));
    expect(() => root.lookupType(`im_proto.${name}`).decode(bytes)).toThrow(/missing required/);
  });
});

/** Converts protobufjs' names from camel case to the schema's own names, which are compared. */
function snakeCased(type: protobufjs.Type, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => {
    const field = type.fields[key];
    if (field === undefined) throw new Error(`${type.name} has no ${key}`);
    field.resolve();
    return [wireName(type, field), inField(field, item)] as const;
  });
  return Object.fromEntries(entries);
}

function inField(field: protobufjs.Field, item: unknown): unknown {
  const inner = field.resolvedType instanceof protobufjs.Type ? field.resolvedType : null;
  if (inner === null) return item;
  if (Array.isArray(item)) return item.map((one) => snakeCased(inner, one));
  if (field instanceof protobufjs.MapField) {
    return Object.fromEntries(Object.entries(Object(item)).map(([key, one]) => [key, snakeCased(inner, one)]));
  }
  return snakeCased(inner, item);
}

function wireName(type: protobufjs.Type, field: protobufjs.Field): string {
  const desc = MESSAGES.get(type.fullName.slice('.im_proto.'.length));
  return desc?.fields.find(({ number }) => number === field.id)?.name ?? field.name;
}
