import type { DescFile, DescMessage } from '@bufbuild/protobuf';
import { FrameSchema, MarkConversationReadNotifySchema } from './schema.ts';

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
const seen = new Set<DescFile>();
for (const root of [FrameSchema, MarkConversationReadNotifySchema]) collect(root.file, seen, byName);

/** Other names of the same messages, from newer builds (facts §2.1). */
const ALIASES: ReadonlyMap<string, string> = new Map([['NewDirectPushNotify', 'NewP2PMessageNotify']]);
const PACKAGE = `${FrameSchema.file.proto.package}.`;

/** Every message of the schema by its name inside the package, e.g. `MessageBody` or `Frame.ExtendedEntry`. */
export const MESSAGES: ReadonlyMap<string, DescMessage> = byName;

/**
 * Finds a message by either of its names, with or without the package in front; null when the schema has no such
 * message.
 */
export function messageByName(name: string): DescMessage | null {
  const bare = name.startsWith(PACKAGE) ? name.slice(PACKAGE.length) : name;
  return byName.get(ALIASES.get(bare) ?? bare) ?? null;
}
