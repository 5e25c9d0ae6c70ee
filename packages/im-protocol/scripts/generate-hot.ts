/** Writes src/hot/gen/messages_pb.ts. Runs after buf, whose output it reads. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hotSource } from './hot-source.ts';

writeFileSync(join(import.meta.dirname, '../src/hot/gen/messages_pb.ts'), hotSource());
