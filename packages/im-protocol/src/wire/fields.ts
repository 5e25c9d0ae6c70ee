import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { isReflectList, isReflectMap, isReflectMessage, type ReflectMessage } from '@bufbuild/protobuf/reflect';

/** The fields of one message type to visit: fields of a kind, and fields that lead to more of them. */
export interface FieldPlan {
  readonly own: readonly DescField[];
  readonly leading: readonly DescField[];
}

const childMessage = (field: DescField): DescMessage | null => {
  if (field.fieldKind === 'message') return field.message;
  if (field.fieldKind === 'list' || field.fieldKind === 'map') return field.message ?? null;
  return null;
};

/** Makes plans for the fields that `isOwn` selects, once for each type. */
export function fieldPlanner(isOwn: (field: DescField) => boolean): (desc: DescMessage) => FieldPlan {
  const plans = new Map<DescMessage, FieldPlan>();

  /** Whether the type or any nested type has such a field; `open` stops cycles. */
  function leads(desc: DescMessage, open: ReadonlySet<DescMessage>): boolean {
    if (open.has(desc)) return false;
    if (desc.fields.some(isOwn)) return true;
    const inside = new Set(open).add(desc);
    return desc.fields.some((field) => {
      const child = childMessage(field);
      return child !== null && leads(child, inside);
    });
  }

  return (desc) => {
    const known = plans.get(desc);
    if (known !== undefined) return known;
    const plan = {
      own: desc.fields.filter(isOwn),
      leading: desc.fields.filter((field) => {
        const child = childMessage(field);
        return child !== null && leads(child, new Set());
      }),
    };
    plans.set(desc, plan);
    return plan;
  };
}

/** The messages in one field, each with its path step: nothing, `[index]` or `[key]`. */
export function* childrenOf(message: ReflectMessage, field: DescField): Generator<readonly [string, ReflectMessage]> {
  if (field.fieldKind === 'message' && !message.isSet(field)) return;
  const value: unknown = message.get(field);
  if (isReflectMessage(value)) yield ['', value];
  else if (isReflectList(value)) {
    for (const [index, item] of value.entries()) if (isReflectMessage(item)) yield [`[${index}]`, item];
  } else if (isReflectMap(value)) {
    for (const [key, item] of value.entries()) if (isReflectMessage(item)) yield [`[${String(key)}]`, item];
  }
}
