import type { DescFile, DescMessage } from '@bufbuild/protobuf';
import { FrameSchema } from './schema.ts';

function collect(file: DescFile, seen: Set<DescFile>, found: Map<string, DescMessage>): void {
  if (seen.has(file)) return;
  seen.add(file);
  const add = (messages: readonly DescMessage[]): void => {
    for (const message of messages) {
      found.set(message.typeName.slice(file.proto.package.length + 1), message);
      add(message.nestedMessages);
    }
  };
  add(file.messages);
  for (const dependency of file.dependencies) collect(dependency, seen, found);
}

const byName = new Map<string, DescMessage>();
collect(FrameSchema.file, new Set(), byName);

/** Every message of the schema by its name inside the package, e.g. `MessageBody` or `Frame.ExtendedEntry`. */
export const MESSAGES: ReadonlyMap<string, DescMessage> = byName;

/** With or without the package in front; null when the schema has no such message. */
export const messageByName = (name: string): DescMessage | null =>
  byName.get(name.startsWith('im_proto.') ? name.slice('im_proto.'.length) : name) ?? null;
