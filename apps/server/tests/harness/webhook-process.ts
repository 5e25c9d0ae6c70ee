import { pino } from 'pino';
import { z } from 'zod';
import { WebhookPoster } from '../../src/engine/webhooks/post.ts';
import { Webhooks } from '../../src/engine/webhooks/webhooks.ts';
import { webhookAddresses } from '../../src/records/webhook-address.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { SecretBox } from '../../src/storage/secrets.ts';

/** A process that delivers to webhooks and does nothing else, until it is killed. */
const connection = z.object({ host: z.string(), user: z.string(), password: z.string(), database: z.string() });
const webhooks = new Webhooks({
  database: openDatabase(connection.parse(JSON.parse(process.env.WEBHOOK_DATABASE ?? '')), 'pasar_engine', 4),
  secrets: new SecretBox(() => [Buffer.alloc(32, 7)]),
  poster: new WebhookPoster(webhookAddresses(true)),
  log: pino({ level: 'silent' }),
});
await webhooks.start();
