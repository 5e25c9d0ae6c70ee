import { CALLS, type ShopView } from '@pasar/api';
import { useState } from 'react';
import { type LookedUp, type LookUp, useLookUp } from '../../../base/look-up.ts';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { toast } from '../../../ui/toasts.tsx';
import { saveFavorites } from '../commands.ts';

const FAVORITES: LookUp<typeof CALLS.chat.getUserCollectProductIds> = {
  call: CALLS.chat.getUserCollectProductIds,
  freshMs: 0,
  againMs: null,
  staleBy: { change: null, calls: [CALLS.chat.saveUserCollectProductIds] },
};

export interface Favorites {
  readonly look: LookedUp<{ readonly productIds: string[] }>;
  readonly ids: readonly string[];
  /** Puts a product in front of the others, or takes it away; a refusal is told. */
  readonly toggle: (productId: string) => void;
  /** The favourites are known, and no change of them is under way. */
  readonly canChange: boolean;
}

const NONE: readonly string[] = [];

/** The favourite products of a shop, which all its members share. */
export function useFavorites(shop: ShopView, isWanted = true): Favorites {
  const { t } = useTranslation('common');
  const look = useLookUp(FAVORITES, { userId: shop.platformShopId, platform: shop.marketplace }, isWanted);
  const [isSaving, setIsSaving] = useState(false);
  const ids = look.state === 'found' || look.state === 'stale' ? look.data.productIds : NONE;
  const toggle = async (productId: string) => {
    setIsSaving(true);
    const others = ids.filter((id) => id !== productId);
    const saved = await saveFavorites(shop, others.length === ids.length ? [productId, ...ids] : others);
    setIsSaving(false);
    if (!saved.ok) toast('bad', failureText(saved.failure, t));
  };
  return {
    look,
    ids,
    toggle: (productId) => void toggle(productId),
    canChange: !isSaving && (look.state === 'found' || look.state === 'stale'),
  };
}
