/** For the property test: bodies of any command, made from its schema with valid and invalid values. */
import { create, type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt';
import type { Conversation, ImState } from './state.ts';

export interface Random {
  /** An integer from 0 to below `below`. */
  int(below: number): number;
  chance(percent: number): boolean;
  pick<Item>(items: readonly Item[]): Item | undefined;
}

/** The generator mulberry32: the same seed gives the same sequence. */
export function seeded(seed: number): Random {
  let at = seed >>> 0;
  const next = (): number => {
    at = (at + 0x6d2b_79f5) >>> 0;
    let t = Math.imul(at ^ (at >>> 15), at | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return { int, chance: (percent) => int(100) < percent, pick: (items) => items[int(items.length)] };
}

export const USERS = 6;
const INT64 = new Set<ScalarType>([ScalarType.INT64, ScalarType.UINT64, ScalarType.SINT64]);

/** Bodies for one caller; most names in a body belong to one conversation of the caller. */
export class BodyMaker {
  readonly #random: Random;
  readonly #state: ImState;
  readonly #focus: Conversation | undefined;
  #isCreating = false;
  constructor(random: Random, state: ImState, caller: string) {
    this.#random = random;
    this.#state = state;
    const all = [...state.conversations.values()];
    const own = all.filter((one) => !one.isDissolved && one.members.get(caller)?.isIn === true);
    const strangers = own.filter((one) => one.members.get(caller)?.isStranger === true);
    this.#focus = random.pick(random.chance(8) ? all : random.chance(60) && strangers.length > 0 ? strangers : own);
  }

  make(schema: DescMessage): Message {
    const message = create(schema);
    this.#isCreating = schema.name.startsWith('CreateConversation');
    this.#fill(reflect(schema, message), 0);
    return message;
  }

  #fill(message: ReflectMessage, depth: number): void {
    for (const field of message.fields) {
      const isRequired = field.presence === FeatureSet_FieldPresence.LEGACY_REQUIRED;
      if (
        !isRequired &&
        !this.#random.chance(/conversation_short_id|^conv_short_id|participants$/.test(field.name) ? 95 : 65)
      )
        continue;
      if (field.fieldKind === 'scalar') message.set(field, this.#scalar(field, field.scalar));
      else if (field.fieldKind === 'enum')
        message.set(field, this.#enumValue(field.enum.values.map((one) => one.number)));
      else if (field.fieldKind === 'message' && depth < 3) {
        const child = reflect(field.message);
        this.#fill(child, depth + 1);
        message.set(field, child);
      } else if (field.fieldKind === 'list') this.#list(message, field, depth);
      else if (field.fieldKind === 'map' && field.mapKind === 'scalar') {
        const map = message.get(field);
        for (let count = this.#random.int(3); count > 0; count -= 1) {
          map.set(
            field.mapKey === ScalarType.STRING ? `k${this.#random.int(4)}` : this.#user(),
            field.scalar === ScalarType.STRING ? `v${this.#random.int(9)}` : BigInt(this.#random.int(100) - 5),
          );
        }
      }
    }
  }

  #list(message: ReflectMessage, field: DescField & { readonly fieldKind: 'list' }, depth: number): void {
    const list = message.get(field);
    for (let count = this.#random.int(4); count > 0; count -= 1) {
      if (field.listKind === 'scalar') list.add(this.#scalar(field, field.scalar));
      if (field.listKind === 'message' && depth < 3) {
        const child = reflect(field.message);
        this.#fill(child, depth + 1);
        list.add(child);
      }
    }
  }

  #enumValue(numbers: readonly number[]): number {
    return this.#random.pick(numbers) ?? 0;
  }

  #user(): bigint {
    return BigInt(this.#random.int(USERS) + (this.#random.chance(3) ? -1 : 1));
  }

  #scalar(field: DescField, scalar: ScalarType): bigint | number | string | boolean {
    if (scalar === ScalarType.BOOL) return this.#random.chance(60);
    if (scalar === ScalarType.STRING) return this.#text(field.name);
    if (INT64.has(scalar)) return this.#int64(field.name);
    return this.#int32(field.name);
  }

  /** For a new conversation any type; otherwise mostly none, or the type of the conversation. */
  #conversationType(): number {
    if (this.#isCreating) return this.#random.int(25) === 0 ? 5 : this.#random.int(4) + 1;
    return this.#random.chance(10) ? this.#random.int(6) : this.#random.chance(50) ? 0 : (this.#focus?.type ?? 0);
  }

  #text(name: string): string {
    if (name === 'channel_id') return this.#random.pick([...this.#state.calls.keys()].slice(-2)) ?? 'none';
    if (/^(uri|vid|cover_uri|encrypted_uri)$/.test(name))
      return this.#random.pick([...this.#state.media.keys()]) ?? 'none';
    if (name === 'conversation_id' || name === 'conv_id' || name === 'ticket') return '';
    return this.#random.pick(['', 'a', 'b', 'c', 'text', 'x'.repeat(2_000)]) ?? '';
  }

  #int32(name: string): number {
    if (/conversation_type/.test(name)) return this.#conversationType();
    if (name === 'cmd') return this.#random.pick([100, 500, 12]) ?? 0;
    if (/limit|count/.test(name)) return this.#random.pick([1, 2, 50, 50, 0, -1, 100_000]) ?? 0;
    if (name === 'media_type') return this.#random.pick([1, 1, 1, 2, 4, 10, 5]) ?? 0;
    if (name === 'message_type') return this.#random.pick([1000, 10_001, 50_001]) ?? 0;
    return this.#random.pick([0, 1, 2, 3, 5, 50, -1, 100_000]) ?? 0;
  }

  #int64(name: string): bigint {
    if (/short_id/.test(name)) return BigInt(this.#focus?.shortId ?? 7);
    if (/message_id/.test(name)) {
      const here = this.#random.chance(90) ? this.#focus?.messages.map((message) => message.id) : undefined;
      return BigInt(this.#random.pick(here ?? [...this.#state.messages.keys()]) ?? 8);
    }
    if (/user|uid|participants|blocklist|callee|to_id|mentioned/i.test(name)) return this.#user();
    const known = this.#random.pick([...this.#state.messages.values()])?.index ?? 0n;
    return this.#random.pick([0n, 1n, 3n, 50n, -1n, known, known, known + 1n, 1n << 62n]) ?? 0n;
  }
}
