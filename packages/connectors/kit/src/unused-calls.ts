import type { Ability } from '@pasar/domain';
import type { CallKey } from './catalogue.ts';

/** Why no connector makes a call: the planned ability that will need it, or what makes the call unnecessary. */
export type UnusedCall = { readonly awaits: Ability } | { readonly because: string };

const awaits = (ability: Ability): UnusedCall => ({ awaits: ability });
const because = (reason: string): UnusedCall => ({ because: reason });

/**
 * The calls of the catalogue that only tests make. `docs/marketplace-calls.md` is written only if this list is exact.
 */
export const UNUSED_CALLS: Readonly<Partial<Record<CallKey, UnusedCall>>> = {
  'shopee-chat POST sessions': because('the chat takes the session of the login family'),
  'shopee-chat GET user/message_shortcuts': because('the groups of message_shortcuts/groups have all shortcuts'),
  'shopee-chat GET products': because('the seller centre’s search finds by seller SKU as well'),
  'shopee-chat GET user/setting': awaits('wanted.autoReplySetting'),
  'shopee-chat GET newbie/uncompleted': because('tasks of a newcomer belong to the marketplace’s own pages'),
  'shopee-chat GET conversation_list': because('pinned conversations are in the list of all'),
  'shopee-chat POST user/sync': because('unread messages are counted from messages and read positions'),
  'shopee-chat GET order/{id}': because('the detail of an order is read by order/get_one_order'),
  'shopee-chat PUT vouchers/claim': because('a voucher is sent without being taken first; a claim would take one away'),
  'shopee-chat GET seller_recommend': because('a seller looks for the product that the buyer asked about'),
  'shopee-seller POST order/get_order_meta_multi_shop': because('no screen counts orders by status'),
  'shopee-seller GET order/get_forder_list': because(
    'the chat’s logistics_info_by_order_ids tells the parcels of an order',
  ),
  'shopee-seller POST settings/add_address': awaits('affairs.listAddresses'),
  'shopee-seller POST settings/update_address': awaits('affairs.listAddresses'),
  'shopee-seller GET sellermisc/get_shop_settings': awaits('affairs.setVacation'),
  'shopee-seller GET general/get_shop': because('the calls of shopInfo tell the name of a shop already'),
  'shopee-seller GET notification/count': because('Pasar keeps all notifications and counts them itself'),
  'shopee-seller GET notification/group': because('each notification of the list names its group'),
  'shopee-seller GET marketing/pas/account': because('the statistics have no figures of advertisements'),
  'shopee-seller GET marketing/public_profile': because('the statistics have no figures of the public page'),
  'shopee-seller GET mall/get_followee_list': awaits('wanted.follow'),
  'shopee-seller POST shop/follow': awaits('wanted.follow'),
  'shopee-seller POST shop/unfollow': awaits('wanted.follow'),
  'lazada-gateway GET unread-count': because('unread messages are counted from messages and read positions'),
  'lazada-seller GET session-list': because('the gateway lists the same sessions'),
  'lazada-seller GET message-list': because('the gateway lists the same messages'),
  'lazada-seller GET timestamp': because('requests are signed with the time of this machine'),
  'lazada-seller POST send-message': because('the gateway sends'),
  'tiktok-chat GET listLocalProducts': because(
    'the seller centre lists the same products with their variants and stock',
  ),
  'tiktok-chat GET getHistoryConversation': because('command 203 of the wire protocol lists conversations'),
  'tiktok-chat GET getHistoryMsg': because('command 301 of the wire protocol reads a history'),
};
