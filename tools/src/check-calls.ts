import { readFileSync } from 'node:fs';
import { describeMarketplaceCalls, MARKETPLACE_CALLS_FILE } from './marketplace-calls.ts';

if (readFileSync(MARKETPLACE_CALLS_FILE, 'utf8') !== describeMarketplaceCalls()) {
  console.error('docs/marketplace-calls.md differs from the call tables: npm run generate:calls');
  process.exitCode = 1;
}
