import{k as r,F as t}from"./index-D5pCpIkg.js";var d=t('<div class="empty"><h2>Flow</h2></div>');function l(o){var a=d();r(o,a)}export{l as default};
