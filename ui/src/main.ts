import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';

const theme = localStorage.getItem('gleaner-theme');
if (theme) document.documentElement.dataset.theme = theme;

mount(App, { target: document.getElementById('app')! });
