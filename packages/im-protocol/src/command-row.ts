import {
  create,
  type DescField,
  type DescMessage,
  isMessage,
  type Message,
  type MessageInitShape,
} from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import { reflect } from '@bufbuild/protobuf/reflect';
import { type RequestBody, RequestBodySchema, type ResponseBody, ResponseBodySchema } from './schema.ts';

/** The schema of a command's request body. */
export type CommandSchema = DescMessage;
export type CommandBody<Req extends CommandSchema> = MessageInitShape<Req>;
/** The values that may be given for a reply's body; null for a command whose reply has none. */
export type ReplyInit<Reply> = Reply extends Message ? MessageInitShape<GenMessage<Reply>> : null;

/**
 * One row of the command catalogue (facts §2.1). `Reply` is the body of the reply, null for a command whose reply has
 * none.
 */
export interface Command<Req extends DescMessage = DescMessage, Reply = unknown> {
  readonly number: number;
  /** The vendor's name, e.g. `SEND_MESSAGE`. */
  readonly name: string;
  readonly request: RequestSlot<Req>;
  readonly response: ResponseSlot<Reply>;
  /** POST path of the HTTP twin, relative to the token call's apiUrl. */
  readonly path: string;
  /** True when the vendor's client signs these frames with headers; see `frameHeaders` of the client session. */
  readonly isSigned: boolean;
  /** The meaning of unset fields of the request body, by the field's wire name; zeros are left out. */
  readonly defaults: Readonly<Record<string, number>>;
}
export interface RequestSlot<Req extends DescMessage> {
  /** Field number in RequestBody. */
  readonly number: number;
  readonly schema: Req;
  /** Makes a RequestBody with this slot filled. */
  readonly fill: (body: MessageInitShape<Req>) => RequestBody;
  /** The body in the slot; undefined when the request lacks it. */
  readonly read: (body: RequestBody | undefined) => Shape<Req> | undefined;
}
export interface ResponseSlot<Reply> {
  /** Field number in ResponseBody, null for none. */
  readonly number: number | null;
  readonly schema: DescMessage | null;
  /** The reply's body; undefined when the reply lacks it. */
  readonly read: (body: ResponseBody | undefined) => Reply | undefined;
  /**
   * Makes a ResponseBody with this slot filled; null when the reply has none. A method, so that rows stay assignable.
   */
  fill(body: ReplyInit<Reply>): ResponseBody | null;
}
type Shape<Desc extends DescMessage> = Desc extends GenMessage<infer Known> ? Known : Message;

/** The slots of a body, without the properties that every message has. */
export type RequestSlotName = Exclude<keyof RequestBody, keyof Message>;
export type ResponseSlotName = Exclude<keyof ResponseBody, keyof Message>;
type In<Body, Slot extends keyof Body> = Extract<Body[Slot], Message>;

interface OpenSlot<Container extends Message, Body extends Message> {
  readonly number: number;
  readonly schema: GenMessage<Body>;
  readonly fill: (body: MessageInitShape<GenMessage<Body>>) => Container;
  readonly read: (container: Container | undefined) => Body | undefined;
}

/**
 * One optional sub-message of RequestBody or ResponseBody. Its number and message come from the schema, so that the
 * table cannot contradict the schema.
 */
export function slotOf<Container extends Message, Slot extends Exclude<keyof Container, keyof Message>>(
  container: GenMessage<Container>,
  slot: Slot,
): OpenSlot<Container, In<Container, Slot>> {
  const field: DescField | undefined = container.fields.find(({ localName }) => localName === slot);
  if (field?.fieldKind !== 'message') throw new Error(`${container.name} has no slot ${String(slot)}`);
  // The generated type of the container guarantees that this is the slot's message.
  const schema = field.message as GenMessage<In<Container, Slot>>;
  return {
    number: field.number,
    schema,
    fill: (body) => {
      const filled = create(container);
      reflect(container, filled).set(field, reflect(schema, create(schema, body)));
      return filled;
    },
    read: (message) => {
      if (message === undefined) return undefined;
      const slots = reflect(container, message);
      if (!slots.isSet(field)) return undefined;
      const value: unknown = slots.get(field).message;
      return isMessage(value, schema) ? value : undefined;
    },
  };
}

function defaultsOf(schema: DescMessage): Readonly<Record<string, number>> {
  const defaults: Record<string, number> = {};
  for (const field of schema.fields) {
    if (field.fieldKind !== 'scalar' && field.fieldKind !== 'enum') continue;
    const value = field.getDefaultValue() ?? (field.fieldKind === 'enum' ? field.enum.values[0]?.number : undefined);
    if (typeof value === 'number' || typeof value === 'bigint') {
      if (Number(value) !== 0) defaults[field.name] = Number(value);
    }
  }
  return defaults;
}

/** The other properties of a row. */
export type RowMark = 'signed' | 'reply may be absent';

/** A command whose reply has a body, in the slot of the same name. */
export function call<Slot extends RequestSlotName & ResponseSlotName>(
  number: number,
  name: string,
  path: string,
  slot: Slot,
  ...marks: readonly RowMark[]
): Command<GenMessage<In<RequestBody, Slot>>, In<ResponseBody, Slot>> {
  const { number: slotNumber, schema, read, fill } = slotOf(ResponseBodySchema, slot);
  // A body without fields holds no data, so servers leave it out.
  const mayBeAbsent = schema.fields.length === 0 || marks.includes('reply may be absent');
  return {
    ...asked(number, name, path, slot, marks),
    response: {
      number: slotNumber,
      schema,
      read: mayBeAbsent ? (body) => read(body) ?? create(schema) : read,
      // The types are equal, but TypeScript cannot see it while Slot is a type parameter.
      fill: fill as ResponseSlot<In<ResponseBody, Slot>>['fill'],
    },
  };
}

/** A command whose reply is only its status code. */
export const order = <Slot extends RequestSlotName>(
  number: number,
  name: string,
  path: string,
  slot: Slot,
  ...marks: readonly RowMark[]
): Command<GenMessage<In<RequestBody, Slot>>, null> => ({
  ...asked(number, name, path, slot, marks),
  response: { number: null, schema: null, read: () => null, fill: () => null },
});

function asked<Slot extends RequestSlotName>(
  number: number,
  name: string,
  path: string,
  slot: Slot,
  marks: readonly RowMark[],
) {
  const request = slotOf(RequestBodySchema, slot);
  return { number, name, request, path, isSigned: marks.includes('signed'), defaults: defaultsOf(request.schema) };
}

/** A push: sent only by a server, with sequence_id 0. */
export interface PushCommand<Notify extends Message = Message> {
  readonly number: number;
  readonly name: string;
  /** The field number in ResponseBody for writing. */
  readonly slot: number;
  readonly schema: GenMessage<Notify>;
  /** Reads the push from any of its slots; undefined when all are empty. */
  readonly read: (body: ResponseBody | undefined) => Notify | undefined;
  fill(notify: MessageInitShape<GenMessage<Notify>>): ResponseBody;
}

/** A push that is written in `slot`, and read from there or else from the slots after it. */
export function push<Slot extends ResponseSlotName>(
  number: number,
  name: string,
  slot: Slot,
  ...alsoRead: readonly Slot[]
): PushCommand<In<ResponseBody, Slot>> {
  const written = slotOf(ResponseBodySchema, slot);
  const others = alsoRead.map((other) => slotOf(ResponseBodySchema, other));
  return {
    number,
    name,
    slot: written.number,
    schema: written.schema,
    fill: written.fill,
    read: (body) => {
      for (const from of [written, ...others]) {
        const found = from.read(body);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}
