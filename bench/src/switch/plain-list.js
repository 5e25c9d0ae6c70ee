import { createElement, StrictMode, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Virtuoso } from 'react-virtuoso';
import { Virtualizer } from 'virtua';

/**
 * The alternatives to the desk's message list, each on a page of its own: a plain React list of every row it is given, a
 * list by hand that draws only the rows in view, and two libraries that do so. No page has a header, another pane or a
 * server.
 */
const ROW_CLASS = 'display:flex;max-width:76%;padding:3px 0';
const BUBBLE_CLASS = 'padding:7px 12px;border-radius:14px;background:#f0f2f5;overflow-wrap:anywhere';
const MINE_CLASS = 'display:flex;max-width:76%;padding:3px 0;margin-left:auto';
const VIEW_PX = 640;
const IN_VIEW = 17;

const { conversations } = globalThis.plainList;
const style = (text) =>
  Object.fromEntries(
    text.split(';').map((part) => {
      const [name, value] = part.split(':');
      return [name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()), value];
    }),
  );
const [ROW, MINE, BUBBLE] = [style(ROW_CLASS), style(MINE_CLASS), style(BUBBLE_CLASS)];

function Message({ message }) {
  return createElement(
    'div',
    { style: message.isMine ? MINE : ROW, 'data-index': message.index },
    createElement('div', { style: BUBBLE }, createElement('span', null, message.text)),
  );
}

function List() {
  const [id, setId] = useState(0);
  const box = useRef(null);
  useLayoutEffect(() => {
    box.current.scrollTop = box.current.scrollHeight;
  });
  globalThis.plainList.show = setId;
  const rows = conversations[id].map((message) => createElement(Message, { key: message.key, message }));
  return createElement('div', { role: 'log', ref: box, style: { height: VIEW_PX, overflow: 'auto' } }, rows);
}

function VirtuaList() {
  const [id, setId] = useState(0);
  const box = useRef(null);
  const list = useRef(null);
  globalThis.plainList.show = setId;
  const messages = conversations[id];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation begins at its end.
  useLayoutEffect(() => {
    list.current.scrollToIndex(messages.length - 1, { align: 'end' });
  }, [id]);
  const rows = messages.map((message) => createElement(Message, { key: message.key, message }));
  return createElement(
    'div',
    { role: 'log', ref: box, style: { height: VIEW_PX, overflow: 'auto', overflowAnchor: 'none' } },
    createElement(Virtualizer, { key: id, ref: list, scrollRef: box }, rows),
  );
}

const Log = (props) => createElement('div', { ...props, role: 'log' });
function VirtuosoList() {
  const [id, setId] = useState(0);
  globalThis.plainList.show = setId;
  return createElement(Virtuoso, {
    key: id,
    style: { height: VIEW_PX },
    components: { Scroller: Log },
    data: conversations[id],
    computeItemKey: (_, message) => message.key,
    itemContent: (_, message) => createElement(Message, { message }),
    initialTopMostItemIndex: { index: 'LAST', align: 'end' },
  });
}

const LISTS = { react: List, virtua: VirtuaList, virtuoso: VirtuosoList };

function byHand(root) {
  const box = document.createElement('div');
  box.setAttribute('role', 'log');
  box.style.cssText = `height:${VIEW_PX}px;overflow:auto`;
  root.append(box);
  globalThis.plainList.show = (id) => {
    box.replaceChildren(
      ...conversations[id].slice(-IN_VIEW).map((message) => {
        const row = document.createElement('div');
        row.style.cssText = message.isMine ? MINE_CLASS : ROW_CLASS;
        row.dataset.index = message.index;
        const bubble = document.createElement('div');
        bubble.style.cssText = BUBBLE_CLASS;
        bubble.append(Object.assign(document.createElement('span'), { textContent: message.text }));
        row.append(bubble);
        return row;
      }),
    );
    box.scrollTop = box.scrollHeight;
  };
  globalThis.plainList.show(0);
}

const root = document.body.appendChild(document.createElement('div'));
if (globalThis.plainList.kind === 'by hand') byHand(root);
else createRoot(root).render(createElement(StrictMode, null, createElement(LISTS[globalThis.plainList.kind])));
