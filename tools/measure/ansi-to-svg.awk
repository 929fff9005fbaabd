#!/usr/bin/awk -f
# Turns a screen as 'tmux capture-pane -e -p' prints it into an SVG picture.
# Usage: LC_ALL=C tools/measure/ansi-to-svg.awk <screen >picture.svg
# It counts bytes itself, so that it does not matter which awk it is.

function hex(n) { return sprintf("%02x", n) }

# The colour with a number of the 256, as xterm has them.
function colour(n,   level) {
    if (n < 16)
        return basic[n + 1]
    if (n >= 232)
        return "#" hex(8 + (n - 232) * 10) hex(8 + (n - 232) * 10) hex(8 + (n - 232) * 10)
    n -= 16
    return "#" hex(step[int(n / 36)]) hex(step[int(n / 6) % 6]) hex(step[n % 6])
}

function plain() { front = text_colour; back = ""; bold = under = reversed = 0 }

# What stands between ESC [ and m.
function attributes(list,   part, count, i) {
    count = split(list, part, ";")
    if (count == 0)
        plain()
    for (i = 1; i <= count; i++) {
        if (part[i] + 0 == 0) plain()
        else if (part[i] == 1) bold = 1
        else if (part[i] == 22) bold = 0
        else if (part[i] == 4) under = 1
        else if (part[i] == 24) under = 0
        else if (part[i] == 7) reversed = 1
        else if (part[i] == 27) reversed = 0
        else if (part[i] == 39) front = text_colour
        else if (part[i] == 49) back = ""
        else if (part[i] == 38) { front = colour(part[i + 2]); i += 2 }
        else if (part[i] == 48) { back = colour(part[i + 2]); i += 2 }
        else if (part[i] >= 30 && part[i] <= 37) front = colour(part[i] - 30)
        else if (part[i] >= 40 && part[i] <= 47) back = colour(part[i] - 40)
        else if (part[i] >= 90 && part[i] <= 97) front = colour(part[i] - 82)
        else if (part[i] >= 100 && part[i] <= 107) back = colour(part[i] - 92)
    }
}

function columns_of(text) {
    gsub(/[\200-\277]/, "", text) # all but the first byte of each character
    return length(text)
}

function escape(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    return text
}

# Where each character stands: fonts do not have all of them equally wide.
function places(x, count,   list, i) {
    for (i = 0; i < count; i++)
        list = list (i ? " " : "") sprintf("%.1f", x + i * cell_wide)
    return list
}

# Text of one look.
function run(text,   wide, paper, ink, x, y, blanks) {
    wide = columns_of(text)
    if (wide == 0)
        return
    paper = reversed ? front : back
    ink = reversed ? (back == "" ? background : back) : front
    x = margin + column * cell_wide
    y = margin + row * cell_high
    if (paper != "")
        papers = papers sprintf("<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n", \
            x, y, wide * cell_wide + overlap, cell_high, paper)
    if (text !~ /^ *$/) {
        blanks = length(text)
        sub(/^ +/, "", text)
        blanks -= length(text)
        sub(/ +$/, "", text)
        texts = texts sprintf("<text x=\"%s\" y=\"%d\" fill=\"%s\"%s%s>%s</text>\n", \
            places(x + blanks * cell_wide, columns_of(text)), y + base, ink, bold ? " font-weight=\"bold\"" : "", \
            under ? " text-decoration=\"underline\"" : "", escape(text))
    }
    column += wide
}

BEGIN {
    cell_wide = 8.43; cell_high = 17; base = 13; margin = 12
    overlap = 0.5 # no seam between two papers, whatever the scale
    background = "#14181d"; text_colour = "#d6d9dc"
    split("#1c1f24 #cd4f4f #5faf5f #c9a13b #4f83cd #a86fc0 #4fb3b3 #c5c8c6 " \
          "#6b7280 #ff6b6b #87d787 #ffd75f #7fb0ff #d7a0ee #7fe0e0 #ffffff", basic, " ")
    split("0 95 135 175 215 255", steps, " ")
    for (i = 1; i <= 6; i++)
        step[i - 1] = steps[i]
    row = most = 0
    plain()
}

{
    column = 0
    rest = $0
    while (match(rest, /\033\[[0-9;]*m/)) {
        run(substr(rest, 1, RSTART - 1))
        attributes(substr(rest, RSTART + 2, RLENGTH - 3))
        rest = substr(rest, RSTART + RLENGTH)
    }
    run(rest)
    most = column > most ? column : most
    row++
}

END {
    width = most * cell_wide + 2 * margin
    height = row * cell_high + 2 * margin
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.1f %d\" width=\"%.1f\" height=\"%d\">\n", \
        width, height, width, height
    printf "<rect width=\"100%%\" height=\"100%%\" rx=\"8\" fill=\"%s\"/>\n", background
    printf "<g shape-rendering=\"crispEdges\">\n%s</g>\n", papers
    printf "<g font-family=\"'DejaVu Sans Mono',Menlo,Consolas,monospace\" font-size=\"14\" "
    printf "xml:space=\"preserve\" style=\"white-space:pre\">\n%s</g>\n</svg>\n", texts
}
