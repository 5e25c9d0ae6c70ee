/** Starts and stops the buyers who write by themselves. */
export function createChatterControl({ api, texts, report }) {
  const rate = document.querySelector('#rate');
  const state = document.querySelector('#chatter-state');
  const show = ({ ratePerMinute }) => {
    state.textContent = ratePerMinute === 0 ? texts.chatterOff : texts.chatterOn(ratePerMinute);
    if (ratePerMinute > 0) rate.value = String(ratePerMinute);
  };
  const set = (ratePerMinute) => api.setChatter(ratePerMinute).then(show).catch(report);
  document.querySelector('#chatter').addEventListener('submit', (event) => {
    event.preventDefault();
    set(rate.valueAsNumber);
  });
  document.querySelector('#chatter-stop').addEventListener('click', () => set(0));
  return { refresh: () => api.chatter().then(show).catch(report) };
}
