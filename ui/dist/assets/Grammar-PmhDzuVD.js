import{k as m,F as o}from"./index-D5pCpIkg.js";var t=o('<div class="empty"><h2>Grammar</h2></div>');function i(a){var r=t();m(a,r)}export{i as default};
