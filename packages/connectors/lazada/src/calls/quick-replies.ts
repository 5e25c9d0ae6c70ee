/** Phrases that the shop keeps at the marketplace. */
import type { QuickReplyGroup } from '@pasar/domain';
import { z } from 'zod';
import { wireId } from '../wire/fields.ts';
import { readAs, siteCall } from './definition.ts';
import { readRows } from './pages.ts';
import { SITE_PATHS } from './site-paths.ts';

const groupSchema = z.object({
  groupId: wireId,
  groupName: z.string(),
  replies: z.array(z.object({ replyId: wireId, content: z.string() })),
});
export const quickReplyList = siteCall({
  key: 'lazada-seller GET quick-reply-list',
  tag: 'ours',
  repeat: 'read',
  method: 'GET',
  path: SITE_PATHS.quickReplies,
  fields: (_params: null) => ({}),
  read: readAs('quick replies', z.object({ dataSource: z.array(z.unknown()) }), ({ dataSource }, scope) =>
    readRows(
      'quick reply group',
      dataSource,
      groupSchema,
      ({ groupId, groupName, replies }): QuickReplyGroup => ({
        groupId,
        name: groupName,
        replies: replies.map(({ replyId, content }) => ({ replyId, text: content })),
      }),
      scope,
    ),
  ),
});
