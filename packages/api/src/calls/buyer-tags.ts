import { BUYER_TAG_COLORS, BUYER_TAG_LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { fromJson } from '../contract/form.ts';
import { conversationId, shopId } from '../facts/views.ts';

/**
 * The calls of spec 2 §7.7 about tags of buyers, with its paths. Their shapes are ours: the specification shows none. A
 * tag belongs to the account, a relation to a buyer at a shop, which a conversation names.
 */
const chat = permission('chat');
const buyerTagId = z.uuid();
const relationId = z.uuid();
const color = z.enum(BUYER_TAG_COLORS);
const name = z.string().trim().min(1, 'buyer_tag_name_missing').max(BUYER_TAG_LIMITS.name, 'buyer_tag_name_long');
/** A place in a list of tagged buyers: the time of the newest message, a dot, and the id of the conversation. */
const cursor = z.string().max(80);
const limit = z.coerce.number().int().min(1).max(200).default(50);

const buyerTagView = z.object({
  buyerTagId,
  buyerTagName: z.string(),
  color,
  /** How many buyers of the account have it, also those of shops that the member does not see. */
  usageCount: z.number().int(),
});
export type BuyerTagView = z.infer<typeof buyerTagView>;

/** A tag of a buyer. */
const relationView = z.object({
  relationId,
  buyerTagId,
  buyerTagName: z.string(),
  color,
  /** The name of the member who added it, or of the rule. */
  addedBy: z.string(),
  isByRule: z.boolean(),
  addedAt: z.number().int(),
});
export type BuyerTagRelationView = z.infer<typeof relationView>;

/** A buyer at a shop, with the conversation in which the buyer was tagged. */
const taggedBuyerView = z.object({
  conversationId,
  shopId,
  buyerId: z.string(),
  buyerName: z.string(),
  lastMessageAt: z.number().int(),
  /** Those of the tags asked about that the buyer has. */
  relations: z.array(z.object({ relationId, buyerTagId })),
});
export type TaggedBuyerView = z.infer<typeof taggedBuyerView>;

const getTagList = defineCall({
  path: '/api/chat/buyer_tag/getTagList',
  method: 'POST',
  access: chat,
  summary: 'The tags of the account by name, each with the number of its buyers',
  input: z.object({}),
  output: z.object({ tags: z.array(buyerTagView) }),
});

const buyersPage = z.object({ buyers: z.array(taggedBuyerView), next: cursor.nullable() });

const getBuyerListByBuyerTagId = defineCall({
  path: '/api/chat/buyer_tag/getBuyerListByBuyerTagId',
  method: 'POST',
  access: chat,
  summary: 'The buyers with a tag in the shops that the member sees, the newest message first',
  input: z.object({ buyerTagId, before: cursor.optional(), limit }),
  output: buyersPage,
});

const getBuyerTagBuyerList = defineCall({
  path: '/api/chat/buyer_tag/getBuyerTagBuyerList',
  method: 'POST',
  access: chat,
  summary: 'The buyers with any of some tags, each once, the newest message first',
  input: z.object({
    buyerTagIds: fromJson(z.array(buyerTagId).min(1).max(BUYER_TAG_LIMITS.ofBuyer)),
    before: cursor.optional(),
    limit,
  }),
  output: buyersPage,
});

const getBuyerTagsInfo = defineCall({
  path: '/api/chat/buyer_tag/getBuyerTagsInfo',
  method: 'POST',
  access: chat,
  summary: "The tags of a conversation's buyer, by name",
  input: z.object({ conversationId }),
  output: z.object({ relations: z.array(relationView) }),
});

/** A tag by its id or by its name; without a tag of that name in the account one is made, in the colour given. */
const addBuyerTagToBuyer = defineCall({
  path: '/api/chat/buyer_tag/addBuyerTagToBuyer',
  method: 'POST',
  access: chat,
  summary: "Give a conversation's buyer a tag, which may be new",
  input: z.object({
    conversationId,
    buyerTagId: buyerTagId.optional(),
    buyerTagName: name.optional(),
    color: color.optional(),
  }),
  output: z.object({ relationId, buyerTagId }),
});

/** Why a row adds nothing. */
export const TAG_ROW_FAULTS = ['unknown', 'ambiguous', 'common', 'repeated', 'incomplete', 'notText', 'full'] as const;

/** A row of a bulk add, as it was judged. */
const judgedTagRow = z.object({
  /** As a spreadsheet counts. */
  rowNumber: z.number().int().positive(),
  /** What the row says of the buyer and of the shop. */
  buyer: z.string(),
  shop: z.string(),
  verdict: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('add'), buyerName: z.string(), shopIds: z.array(shopId) }),
    /** The buyer has the tag in every shop that the row means. */
    z.object({ kind: z.literal('same'), buyerName: z.string() }),
    z.object({ kind: z.literal('fault'), fault: z.enum(TAG_ROW_FAULTS) }),
  ]),
});
export type JudgedTagRow = z.infer<typeof judgedTagRow>;

/**
 * Without the `mark` of a judgement, or where the buyers have changed since, the rows are judged and nothing changes.
 * A buyer is named by the name or the marketplace's id. Without the id of a shop a row means the buyer in every shop of
 * the marketplace that the member sees.
 */
const batchAddBuyerTagToBuyer = defineCall({
  path: '/api/chat/buyer_tag/batchAddBuyerTagToBuyer',
  method: 'POST',
  access: chat,
  summary: 'Give many buyers a tag: by rows of a workbook, a CSV file or a text',
  input: z.object({
    buyerTagId,
    /** As base64. */
    file: z.base64().max(1_400_000, 'import_too_large'),
    mark: z.string().max(100).optional(),
  }),
  output: z.object({ isApplied: z.boolean(), rows: z.array(judgedTagRow), mark: z.string() }),
});

const removeBuyerTagRelationByRelationId = defineCall({
  path: '/api/chat/buyer_tag/removeBuyerTagRelationByRelationId',
  method: 'POST',
  access: chat,
  summary: 'Take a tag from a buyer, by the relation',
  input: z.object({ relationId }),
  output: z.object({}),
});

const removeBuyerTagRelation = defineCall({
  path: '/api/chat/buyer_tag/removeBuyerTagRelation',
  method: 'POST',
  access: chat,
  summary: "Take a tag from a conversation's buyer",
  input: z.object({ conversationId, buyerTagId }),
  output: z.object({}),
});

const deleteTag = defineCall({
  path: '/api/chat/buyer_tag/deleteTag',
  method: 'POST',
  access: chat,
  summary: 'Delete a tag, and take it from all its buyers',
  input: z.object({ buyerTagId }),
  output: z.object({}),
});

/** Ours: the specification has no call by which a tag without a buyer is made, or gets another colour. */
const saveTag = defineCall({
  path: '/api/desk/saveBuyerTag',
  method: 'POST',
  access: chat,
  summary: 'Add a tag, or change its name and colour',
  input: z.object({
    /** Absent for a new tag. */
    buyerTagId: buyerTagId.optional(),
    buyerTagName: name,
    color,
  }),
  output: z.object({ buyerTagId }),
});

export const BUYER_TAGS_CALLS = {
  getTagList,
  getBuyerListByBuyerTagId,
  getBuyerTagBuyerList,
  getBuyerTagsInfo,
  addBuyerTagToBuyer,
  batchAddBuyerTagToBuyer,
  removeBuyerTagRelationByRelationId,
  removeBuyerTagRelation,
  deleteTag,
  saveTag,
} as const;
