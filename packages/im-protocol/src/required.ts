import type { DescField, DescMessage, Message } from '@bufbuild/protobuf';
import {
  isReflectList,
  isReflectMap,
  isReflectMessage,
  type ReflectMessage,
  reflect,
} from '@bufbuild/protobuf/reflect';
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt';
import { MissingFieldError } from './errors.ts';

/** What to look at in one message type: its required fields, and the fields that lead to more of them. */
interface Plan {
  readonly required: readonly DescField[];
  readonly leading: readonly DescField[];
}

const plans = new Map<DescMessage, Plan>();

const childMessage = (field: DescField): DescMessage | null => {
  if (field.fieldKind === 'message') return field.message;
  if (field.fieldKind === 'list' || field.fieldKind === 'map') return field.message ?? null;
  return null;
};

const isRequired = (field: DescField): boolean => field.presence === FeatureSet_FieldPresence.LEGACY_REQUIRED;

/** Whether the type or anything below it has a required field; `open` breaks cycles. */
function leadsToRequired(desc: DescMessage, open: ReadonlySet<DescMessage>): boolean {
  if (open.has(desc)) return false;
  if (desc.fields.some(isRequired)) return true;
  const inside = new Set(open).add(desc);
  return desc.fields.some((field) => {
    const child = childMessage(field);
    return child !== null && leadsToRequired(child, inside);
  });
}

function planFor(desc: DescMessage): Plan {
  const known = plans.get(desc);
  if (known !== undefined) return known;
  const plan: Plan = {
    required: desc.fields.filter(isRequired),
    leading: desc.fields.filter((field) => {
      const child = childMessage(field);
      return child !== null && leadsToRequired(child, new Set());
    }),
  };
  plans.set(desc, plan);
  return plan;
}

function* childrenOf(message: ReflectMessage, field: DescField): Generator<readonly [string, ReflectMessage]> {
  const value: unknown = message.get(field);
  if (isReflectMessage(value)) yield ['', value];
  else if (isReflectList(value)) {
    for (const [index, item] of value.entries()) if (isReflectMessage(item)) yield [`[${index}]`, item];
  } else if (isReflectMap(value)) {
    for (const [key, item] of value.entries()) if (isReflectMessage(item)) yield [`[${String(key)}]`, item];
  }
}

function check(message: ReflectMessage, path: string): void {
  const plan = planFor(message.desc);
  for (const field of plan.required) {
    if (!message.isSet(field)) throw new MissingFieldError(`${path}.${field.name}`, field.name);
  }
  for (const field of plan.leading) {
    if (field.fieldKind === 'message' && !message.isSet(field)) continue;
    for (const [suffix, child] of childrenOf(message, field)) check(child, `${path}.${field.name}${suffix}`);
  }
}

/**
 * The library reads a message without its required fields and refuses to write one with an untyped error, so both ways
 * are checked here. In declaration order, outer fields before nested ones. Throws `MissingFieldError`.
 */
export function checkRequired(desc: DescMessage, message: Message): void {
  check(reflect(desc, message), desc.name);
}
