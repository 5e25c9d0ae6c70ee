import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { shopId } from '../facts/views.ts';

const shopManager = permission('shopManager');

/** Why a row changes nothing. */
export const WORKBOOK_FAULTS = [
  'unknown',
  'ambiguous',
  'repeated',
  'incomplete',
  'tooLong',
  'notText',
  'unclear',
] as const;

/** A row of a workbook of shops, as it was judged. */
const judgedRow = z.object({
  /** As a spreadsheet counts. */
  rowNumber: z.number().int().positive(),
  /** What the row says of the site and the shop. */
  site: z.string(),
  platformShopId: z.string(),
  verdict: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('rename'), shopId, from: z.string().nullable(), to: z.string().nullable() }),
    z.object({ kind: z.literal('unbind'), shopId }),
    /** The row says what is so already. */
    z.object({ kind: z.literal('same'), shopId }),
    z.object({ kind: z.literal('fault'), fault: z.enum(WORKBOOK_FAULTS) }),
  ]),
});
export type JudgedRow = z.infer<typeof judgedRow>;

/** As base64: a workbook (xlsx), a CSV file, or rows as text. */
const file = z.base64().max(1_400_000, 'import_too_large');

/** The calls of a workbook are ours. */
const shopsTemplate = defineCall({
  path: '/api/desk/shop_workbook/template',
  method: 'GET',
  access: shopManager,
  summary: 'Every shop with its alias as a spreadsheet, to be changed and given back',
  input: z.object({}),
  output: z.object({ fileName: z.string(), file: z.base64() }),
});

/** Changes nothing. */
const judgeShops = defineCall({
  path: '/api/desk/shop_workbook/judge',
  method: 'POST',
  access: shopManager,
  summary: 'What a workbook of shops would change, row by row',
  input: z.object({ file }),
  output: z.object({ rows: z.array(judgedRow), mark: z.string() }),
});

/** All or nothing: where the shops have changed since the file was judged, it is judged anew and nothing changes. */
const applyShops = defineCall({
  path: '/api/desk/shop_workbook/apply',
  method: 'POST',
  access: shopManager,
  summary: 'Make the changes of a workbook that was judged: aliases, and shops to unbind',
  input: z.object({ file, fileName: z.string().trim().min(1).max(200), mark: z.string().max(100) }),
  output: z.object({ isApplied: z.boolean(), rows: z.array(judgedRow), mark: z.string() }),
});

export const SHOP_WORKBOOK_CALLS = { shopsTemplate, judgeShops, applyShops } as const;
