import type { DescField, DescMessage, Message } from '@bufbuild/protobuf';
import { FieldDescriptorProto_Label } from '@bufbuild/protobuf/wkt';

/**
 * Finds the missing required field of a message independently of the product's check: from the labels of the
 * descriptors, and from the message's own properties (an unset field is at most on the prototype).
 */
interface Plan {
  readonly required: readonly DescField[];
  readonly inner: readonly (readonly [field: DescField, desc: DescMessage])[];
}
const plans = new Map<DescMessage, Plan>();

const innerOf = (field: DescField): DescMessage | null =>
  field.fieldKind === 'scalar' || field.fieldKind === 'enum' ? null : (field.message ?? null);

/** All message types inside the type, and the type itself. */
function below(desc: DescMessage, found: Set<DescMessage> = new Set()): ReadonlySet<DescMessage> {
  if (found.has(desc)) return found;
  found.add(desc);
  for (const field of desc.fields) {
    const inner = innerOf(field);
    if (inner !== null) below(inner, found);
  }
  return found;
}

const requiredOf = (desc: DescMessage): readonly DescField[] =>
  desc.fields.filter(({ proto }) => proto.label === FieldDescriptorProto_Label.REQUIRED);

function planOf(desc: DescMessage): Plan {
  const known = plans.get(desc);
  if (known !== undefined) return known;
  const plan: Plan = {
    required: requiredOf(desc),
    inner: desc.fields.flatMap((field) => {
      const inner = innerOf(field);
      const matters = inner !== null && [...below(inner)].some((type) => requiredOf(type).length > 0);
      return matters ? [[field, inner] as const] : [];
    }),
  };
  plans.set(desc, plan);
  return plan;
}

function childrenOf(field: DescField, value: unknown): readonly (readonly [suffix: string, child: unknown])[] {
  if (field.fieldKind === 'list') return Array.isArray(value) ? value.map((item, at) => [`[${at}]`, item]) : [];
  if (field.fieldKind !== 'map') return [['', value]];
  return typeof value === 'object' && value !== null
    ? Object.entries(value).map(([key, item]) => [`[${key}]`, item])
    : [];
}

function lacking(desc: DescMessage, message: object, path: string): string | null {
  const { required, inner } = planOf(desc);
  for (const field of required) if (!Object.hasOwn(message, field.localName)) return `${path}.${field.name}`;
  for (const [field, type] of inner) {
    if (!Object.hasOwn(message, field.localName)) continue;
    for (const [suffix, child] of childrenOf(field, Reflect.get(message, field.localName))) {
      if (typeof child !== 'object' || child === null) continue;
      const found = lacking(type, child, `${path}.${field.name}${suffix}`);
      if (found !== null) return found;
    }
  }
  return null;
}

/**
 * The path of the first missing field, in declaration order, outer fields before nested ones; null when none is
 * missing.
 */
export const missingField = (desc: DescMessage, message: Message): string | null => lacking(desc, message, desc.name);
