#!/usr/bin/env python3
"""Writes the pages of the classified-advertisements example: index.html and 100 pages of advertisements. Always the same ones."""
import os, random

random.seed(1999)
here = os.path.dirname(os.path.abspath(__file__))
columns = {
    'computers': ['Pentium 90', 'Notebook Toshiba T1900', 'Laser printer', 'Monitor 17"', 'Modem 28.8', 'Amiga 500', 'Scanner A4', 'Hard disk 1 GB'],
    'furniture': ['Kitchen table', 'Wardrobe, oak', 'Leather sofa', 'Bookshelf', 'Bunk bed', 'Desk lamp', 'Garden bench'],
    'music': ['Electric guitar', 'Piano', 'Trumpet', 'Record player', 'Amplifier 40 W', 'Violin 3/4'],
    'cars': ['VW Golf II', 'Opel Kadett', 'Ford Fiesta', 'Winter tyres', 'Roof rack', 'Mercedes 190 D'],
    'books': ['Encyclopaedia, 24 volumes', 'Comics', 'Atlas', 'Cook books', 'Crime novels'],
}
words = ['as new', 'hardly used', 'with manual', 'good condition', '48 MB RAM', 'Soundblaster AWE 64', 'buyer collects', 'black',
         'non-smoking household', 'first hand', 'with original box', 'small scratches', 'K&#246;ln area', 'M&uuml;ller &amp; Sons']
areas = ['0261', '06743', '0228', '02631', '0651']


def ad():
    item = random.choice(columns[column])
    description = ', '.join(random.sample(words, random.randint(1, 3)))
    price = random.choice([random.randint(1, 40) * 5, random.randint(1, 90) * 50])
    kind = random.randrange(10)
    money = f'DM {price}' if kind < 6 else f'VB DM {price}' if kind < 8 else f'FP DM {price}.50' if kind < 9 else 'price on request'
    telephone = f'{random.choice(areas)}/{random.randint(1000, 99999)}'
    return f'<img src="bmp_priv.gif"> <b>{item}</b> {description}, {money}, Tel. {telephone}<br>\n'


names = list(columns)
index = ['<!doctype html>\n<html><head><title>Advertisements</title></head><body>\n<h1>Advertisements</h1>\n<ul>\n']
for number in range(1, 101):
    column = names[number % len(names)]
    page = f'page{number:03}.html'
    index.append(f'<li><a href="{page}">{column} {number}</a>\n')
    body = ''.join(ad() for _ in range(12))
    with open(os.path.join(here, page), 'w', encoding='utf-8') as file:
        file.write(f'<!doctype html>\n<html><head><title>{column} {number}</title></head><body>\n<h1>{column}</h1>\n{body}'
                   f'<p><a href="index.html">back</a></p>\n</body></html>\n')
index.append('</ul>\n</body></html>\n')
with open(os.path.join(here, 'index.html'), 'w', encoding='utf-8') as file:
    file.write(''.join(index))
