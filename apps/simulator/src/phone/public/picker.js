/** Marketplace, shop and buyer: three lists that depend on each other; the buyers can be searched. */
import { MARKETPLACE_NAMES } from './texts.js';

const MOST_SHOWN = 200;

function fill(select, options, chosen) {
  select.replaceChildren(
    ...options.map(({ value, label }) => {
      const option = document.createElement('option');
      option.value = value;
      option.textContent = label;
      return option;
    }),
  );
  const has = options.some(({ value }) => value === chosen);
  select.value = has ? chosen : (options[0]?.value ?? '');
}

/** `onChange` gets the chosen {shop, buyer}, with their names; null when there is none. */
export function createPicker({ shops, texts, wanted, onChange }) {
  const marketplace = document.querySelector('#marketplace');
  const shop = document.querySelector('#shop');
  const search = document.querySelector('#search');
  const buyer = document.querySelector('#buyer');
  const found = document.querySelector('#found');

  const shopsHere = () => shops.filter((candidate) => candidate.marketplace === marketplace.value);
  const chosenShop = () => shopsHere().find(({ shopId }) => shopId === shop.value) ?? null;

  function showBuyers(chosen) {
    const all = chosenShop()?.buyers ?? [];
    const sought = search.value.trim().toLocaleLowerCase();
    const matching = all.filter(({ name, buyerId }) => name.toLocaleLowerCase().includes(sought) || buyerId === sought);
    fill(
      buyer,
      matching.slice(0, MOST_SHOWN).map(({ buyerId, name }) => ({ value: buyerId, label: name })),
      chosen,
    );
    found.textContent = texts.found(matching.length, all.length);
  }
  function showShops(chosenShopId, chosenBuyerId) {
    fill(
      shop,
      shopsHere().map(({ shopId, name, country }) => ({ value: shopId, label: `${name} (${country})` })),
      chosenShopId,
    );
    showBuyers(chosenBuyerId);
  }
  function tell() {
    const ofShop = chosenShop();
    const person = ofShop?.buyers.find(({ buyerId }) => buyerId === buyer.value);
    onChange(ofShop === null || person === undefined ? null : { shop: ofShop, buyer: person });
  }

  const names = Object.keys(MARKETPLACE_NAMES).filter((name) => shops.some((one) => one.marketplace === name));
  fill(
    marketplace,
    names.map((name) => ({ value: name, label: MARKETPLACE_NAMES[name] })),
    wanted.marketplace,
  );
  showShops(wanted.shopId, wanted.buyerId);

  marketplace.addEventListener('change', () => {
    search.value = '';
    showShops(null, null);
    tell();
  });
  shop.addEventListener('change', () => {
    search.value = '';
    showBuyers(null);
    tell();
  });
  search.addEventListener('input', () => {
    const before = buyer.value;
    showBuyers(before);
    if (buyer.value !== before) tell();
  });
  buyer.addEventListener('change', tell);
  tell();
}
