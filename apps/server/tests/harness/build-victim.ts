import { join } from 'node:path';
import { bundlePrograms } from '../../../../tools/src/bundle-programs.ts';

/** Writes the server that the tests kill, as one file, into the folder that the first argument names. */
const [, , folder] = process.argv;
if (folder === undefined) throw new Error('no folder was named');
await bundlePrograms({ victim: join(import.meta.dirname, '../fire/victim.ts') }, folder);
