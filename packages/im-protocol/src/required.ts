import type { DescField, DescMessage, Message } from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt';
import { MissingFieldError } from './errors.ts';
import { childrenOf, fieldPlanner } from './wire/fields.ts';

const isRequired = (field: DescField): boolean => field.presence === FeatureSet_FieldPresence.LEGACY_REQUIRED;
const planFor = fieldPlanner(isRequired);

function check(message: ReflectMessage, path: string): void {
  const plan = planFor(message.desc);
  for (const field of plan.own) {
    if (!message.isSet(field)) throw new MissingFieldError(`${path}.${field.name}`, field.name);
  }
  for (const field of plan.leading) {
    for (const [suffix, child] of childrenOf(message, field)) check(child, `${path}.${field.name}${suffix}`);
  }
}

/**
 * Checks required fields. The library reads a message without them, and refuses to write it with an untyped error, so
 * both directions are checked here. In declaration order, outer fields before nested ones. Throws `MissingFieldError`.
 */
export function checkRequired(desc: DescMessage, message: Message): void {
  check(reflect(desc, message), desc.name);
}
