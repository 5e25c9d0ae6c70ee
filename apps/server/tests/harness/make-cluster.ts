import { startEmbeddedPostgres } from '../../src/storage/embedded-postgres.ts';
import { migrateDatabase } from '../../src/storage/migrate.ts';

/** `node make-cluster.ts FOLDER` leaves a migrated PostgreSQL cluster in the folder that is not running. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('no folder named');
const cluster = await startEmbeddedPostgres(folder, (line) => console.log(line));
await migrateDatabase(cluster.connection);
await cluster.stop();
