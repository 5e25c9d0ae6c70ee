import { z } from 'zod';
import { APIS } from '../wire/apis.ts';
import { wireText } from '../wire/fields.ts';
import { gatewayCall, readAs } from './definition.ts';

/**
 * What the messenger tells of a buyer. The call is known, and that it names the buyer; its answer is not (facts 2.2).
 * Ours: the fields, by the names that a session has for them. A field that is missing is not told.
 */
export const buyerProfile = gatewayCall({
  key: null,
  tag: 'ours',
  repeat: 'read',
  api: APIS.buyerProfile,
  method: 'GET',
  data: ({ buyerId }: { readonly buyerId: string }) => ({ buyerId }),
  read: readAs(
    'buyer profile',
    z.object({ result: z.object({ title: wireText, headUrl: wireText, country: wireText }) }),
    ({ result: { title, headUrl, country } }) => ({ name: title, avatarUrl: headUrl, country }),
  ),
});
