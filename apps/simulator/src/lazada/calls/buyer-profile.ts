/** What the messenger tells of a buyer who has written to the shop. */
import { z } from 'zod';
import { type Call, refused, success } from '../context.ts';
import { idField } from './fields.ts';
import { badData } from './messagebox.ts';

const profileFields = z.object({ buyerId: idField });

/** Ours: the fields; of the call only its name and the buyer's id are publicly known. */
export const buyerProfile: Call = ({ world }, { shop }, data) => {
  const fields = profileFields.safeParse(data);
  if (!fields.success) return badData();
  const conversation = world.conversationWith('lazada', shop.shopId, fields.data.buyerId);
  if (conversation === null) return refused('NO_SUCH_BUYER', 'no such buyer');
  const { buyerId, name, avatarUrl } = conversation.buyer;
  return success({ result: { buyerId, title: name, headUrl: avatarUrl ?? '', country: shop.country } });
};
