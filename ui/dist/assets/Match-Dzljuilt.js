import{k as o,F as r}from"./index-D5pCpIkg.js";var d=r('<div class="empty"><h2>Match</h2></div>');function i(a){var t=d();o(a,t)}export{i as default};
