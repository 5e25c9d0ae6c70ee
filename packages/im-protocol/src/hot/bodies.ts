import type { DescMessage, Message } from '@bufbuild/protobuf';
import { GIVE_UP, type HotReader } from './reader.ts';
import type { HotWriter } from './writer.ts';

/** The slots of a body that have no straight-line codec, by tag and by name. */
export interface ColdSlots {
  readonly byTag: ReadonlyMap<number, ColdSlot>;
  readonly byName: ReadonlyMap<string, ColdSlot>;
}
interface ColdSlot {
  readonly tag: number;
  readonly name: string;
  readonly schema: DescMessage;
}

const DELIMITED = 2;

export function coldSlots(body: DescMessage, numbers: readonly number[]): ColdSlots {
  const slots = body.fields.flatMap((field): ColdSlot[] =>
    field.fieldKind === 'message' && numbers.includes(field.number)
      ? [{ tag: ((field.number << 3) | DELIMITED) >>> 0, name: field.localName, schema: field.message }]
      : [],
  );
  return {
    byTag: new Map(slots.map((slot) => [slot.tag, slot])),
    byName: new Map(slots.map((slot) => [slot.name, slot])),
  };
}

/** False when the tag belongs to none of these slots. */
export function readColdSlot(reader: HotReader, tag: number, end: number, slots: ColdSlots, body: Message): boolean {
  const slot = slots.byTag.get(tag);
  if (slot === undefined) return false;
  if (Object.hasOwn(body, slot.name)) throw GIVE_UP;
  Object.assign(body, { [slot.name]: reader.cold(slot.schema, end) });
  return true;
}

/**
 * The name of the only filled slot; null for none. Two filled slots are left to the general codec, which orders them.
 */
export function onlySlot(body: Message): string | null {
  let found: string | null = null;
  for (const name of Object.keys(body)) {
    if (name === '$typeName' || name === '$unknown') continue;
    if (found !== null) throw GIVE_UP;
    found = name;
  }
  return found;
}

export function writeColdSlot(writer: HotWriter, slots: ColdSlots, body: Message): void {
  const entry = Object.entries(body).find(([name]) => slots.byName.has(name));
  const slot = entry === undefined ? undefined : slots.byName.get(entry[0]);
  const message: unknown = entry?.[1];
  if (slot === undefined || !isMessageLike(message)) throw GIVE_UP;
  writer.uint32(slot.tag);
  writer.cold(slot.schema, message);
}

const isMessageLike = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && '$typeName' in value;
