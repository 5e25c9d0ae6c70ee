import { create } from '@bufbuild/protobuf';
import { MESSAGES } from '../../src/index.ts';

/**
 * The objects that hostile bytes must not change: the prototypes that all objects share, their constructors, and the
 * prototypes of the schema's messages, which hold the defaults.
 */
function watched(): ReadonlyMap<string, object> {
  const shared = [Object, Array, Map, Set, Function, String, Number, BigInt, Boolean, RegExp, Error, Uint8Array];
  const found = new Map<string, object>();
  for (const shape of shared) {
    found.set(shape.name, shape);
    found.set(`${shape.name}.prototype`, shape.prototype);
  }
  found.set('TypedArray.prototype', Object.getPrototypeOf(Uint8Array.prototype));
  for (const [name, desc] of MESSAGES) {
    const prototype: unknown = Object.getPrototypeOf(create(desc));
    if (typeof prototype === 'object' && prototype !== null) found.set(name, prototype);
  }
  return found;
}

type Snapshot = ReadonlyMap<string, unknown>;

/** Every name with its value and flags, compared by identity. */
function taken(objects: ReadonlyMap<string, object>): Snapshot {
  const facts = new Map<string, unknown>();
  for (const [name, object] of objects) {
    facts.set(`${name} above`, Object.getPrototypeOf(object));
    facts.set(`${name} extensible`, Object.isExtensible(object));
    for (const key of Reflect.ownKeys(object)) {
      const descriptor = Object.getOwnPropertyDescriptor(object, key) ?? {};
      for (const [what, value] of Object.entries(descriptor)) facts.set(`${name} ${String(key)} ${what}`, value);
      const { value } = descriptor as PropertyDescriptor;
      // Lists and objects on a prototype are values, too.
      if (typeof value === 'object' && value !== null && !objects.has(String(key))) {
        for (const inner of Reflect.ownKeys(value)) {
          facts.set(`${name} ${String(key)}.${String(inner)}`, Object.getOwnPropertyDescriptor(value, inner)?.value);
        }
      }
    }
  }
  return facts;
}

/** Gives a function that lists every difference since now; an empty list is the only good answer. */
export function watchPrototypes(): () => readonly string[] {
  const objects = watched();
  const before = taken(objects);
  return () => {
    const now = taken(objects);
    const names = new Set([...before.keys(), ...now.keys()]);
    return [...names].filter(
      (name) => before.has(name) !== now.has(name) || !Object.is(before.get(name), now.get(name)),
    );
  };
}
