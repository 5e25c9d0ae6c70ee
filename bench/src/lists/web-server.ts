import type pg from 'pg';
import { z } from 'zod';
import { connectTo } from '../../../apps/server/tests/harness/database.ts';
import { openTestWeb } from '../../../apps/server/tests/harness/web.ts';
import { answerParent } from '../scale/child.ts';

/** The HTTP side of the server as a process of its own, so that the garbage of the bench does not delay its answers. */
const database = z.custom<pg.ClientConfig>((value) => typeof value === 'object');
const closing: (() => Promise<void>)[] = [];

answerParent(
  {
    open: async (about) => {
      const connected = await connectTo(database.parse(about));
      const web = await openTestWeb(connected);
      closing.push(web.close, connected.close);
      return web.origin;
    },
  },
  async () => {
    for (const close of closing) await close();
  },
);
