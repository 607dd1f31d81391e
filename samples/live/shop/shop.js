// The shop's list: cameras come from cameras.json, filters and pages change it without loading a page.
const pageSize = 6;
let cameras = [], page = 0;

function matching() {
  const form = document.querySelector('#filters');
  const maker = form.maker.value, words = form.q.value.toLowerCase(), stock = form.stock.checked;
  return cameras.filter((c) => (!maker || c.maker === maker) && c.name.toLowerCase().includes(words) && (!stock || c.stock));
}

function card(c) {
  const item = document.createElement('li');
  item.className = 'camera';
  const image = document.createElement('img');
  image.src = c.image;
  image.alt = '';
  const name = document.createElement('h2');
  name.textContent = c.name;
  const maker = document.createElement('p');
  maker.className = 'maker';
  maker.textContent = c.maker;
  const price = document.createElement('p');
  price.className = 'price';
  if (c.shown) price.textContent = `$${c.price.toFixed(2)}`;
  else {
    const note = document.createElement('em');
    note.textContent = 'price in cart';
    price.className = 'hint';
    price.append(note);
  }
  const add = document.createElement('button');
  add.type = 'button';
  add.className = 'add';
  add.textContent = 'Add to cart';
  add.onclick = () => {
    const cart = JSON.parse(localStorage.getItem('cart') ?? '[]').filter((one) => one !== c.id);
    localStorage.setItem('cart', JSON.stringify([c.id, ...cart]));
    location.href = `added.html?id=${c.id}`;
  };
  item.append(image, name, maker, price, add);
  return item;
}

function show() {
  const all = matching(), pages = Math.max(1, Math.ceil(all.length / pageSize));
  page = Math.min(page, pages - 1);
  document.querySelector('#cameras').replaceChildren(...all.slice(page * pageSize, (page + 1) * pageSize).map(card));
  document.querySelector('#state').textContent = `${all.length} cameras`;
  document.querySelector('#where').textContent = `page ${page + 1} of ${pages}`;
  document.querySelector('#previous').disabled = page === 0;
  document.querySelector('#next').disabled = page + 1 >= pages;
  history.replaceState(null, '', page ? `#page-${page + 1}` : location.pathname);
}

// The shop is slow to answer on purpose: what comes later has to be waited for.
async function start() {
  cameras = await (await fetch('cameras.json')).json();
  page = Number(/^#page-(\d+)$/.exec(location.hash)?.[1] ?? 1) - 1;
  const makers = [...new Set(cameras.map((c) => c.maker))].sort();
  const select = document.querySelector('[name=maker]');
  for (const maker of makers) select.append(new Option(maker, maker));
  for (const name of ['maker', 'q', 'stock']) document.querySelector(`[name=${name}]`).addEventListener('input', () => setTimeout(() => { page = 0; show(); }, 40));
  document.querySelector('#previous').onclick = () => { --page; show(); };
  document.querySelector('#next').onclick = () => setTimeout(() => { ++page; show(); }, 40);
  show();
}
start();
