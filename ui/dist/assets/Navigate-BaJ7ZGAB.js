import{k as i,F as o}from"./index-D5pCpIkg.js";var r=o('<div class="empty"><h2>Navigate</h2></div>');function e(a){var t=r();i(a,t)}export{e as default};
